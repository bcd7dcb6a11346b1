import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as contract from '../../../src/contract/application.ts'
import type { Call } from '../../../src/contract/call.ts'
import { reportLost } from '../../../src/contract/card-control.ts'
import { nouns } from '../../../src/contract/index.ts'
import {
  type ApplicationCall,
  applicationCalls,
  callSteps,
} from '../../../src/server/cards/applications/application-states.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import {
  type Applicant,
  anotherCard,
  applicant,
  applied,
  confirmAtIssuer,
  everything,
  form,
  movedTo,
  paid,
  payment,
} from '../../fixtures/cards/applicant.ts'
import { startCardWorld } from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'

// Decision D4's table is data of the product; this is every pair of it, made by the steps a customer makes.

const tested = throughout(startCardWorld)

let pool: Applicant[] = []
/** A virtual card without an application. */
async function free(): Promise<Applicant> {
  if (pool.length === 0) {
    const first = await applicant(tested, '5000')
    pool = [first, await anotherCard(tested, first.customer), await anotherCard(tested, first.customer)]
  }
  return pool.pop() as Applicant
}

type Shown = contract.Application
const metal = { cardTypeId: 'tenmoku', material: 'metal' }

/** The way into each state. */
const ways: Record<contract.ApplicationStatus, (who: Applicant) => Promise<Shown>> = {
  draft: async who => {
    const { id } = await movedTo(tested, who, 'refused')
    return await tested.succeed(contract.restartApplyCard, { id }, who.customer.token)
  },
  holder_pending: who => applied(tested, who, metal),
  wait_pay: async who => {
    const shown = await applied(tested, who, metal)
    const input = { id: shown.id, cardHolderId: await holderOf(who, shown) }
    await tested.succeed(contract.confirmCardHolderId, input, who.customer.token)
    return await tested.succeed(contract.applyResult, { id: shown.id }, who.customer.token)
  },
  applying: who => paid(tested, who),
  making: who => movedTo(tested, who, 'approved'),
  shipped: who => movedTo(tested, who, 'approved', 'printing', 'shipped'),
  success: who => movedTo(tested, who, 'approved', 'printing', 'shipped', 'delivered'),
  fail: who => movedTo(tested, who, 'refused'),
  cancelling: async who => {
    const { id } = await paid(tested, who)
    return await tested.succeed(contract.cancelPayApply, { id }, who.customer.token)
  },
  cancelled: async who => {
    const { id } = await applied(tested, who)
    return await tested.succeed(contract.cancelPayApply, { id }, who.customer.token)
  },
  returned: who => movedTo(tested, who, 'approved', 'printing', 'shipped', 'returned'),
  ended: async who => {
    const { id, physicalCardId } = await movedTo(tested, who, 'approved', 'printing', 'shipped')
    const lost = { id: physicalCardId, why: 'lost', replace: false, pin: testPin, requestId: randomUUID() }
    await tested.succeed(reportLost, lost, who.customer.token)
    return await tested.succeed(contract.applyResult, { id }, who.customer.token)
  },
}

async function holderOf({ customer }: Applicant, shown: Shown): Promise<string> {
  const returnPath = `/pages/makeCard/makeCard?id=${shown.id}`
  const input = { cardTypeId: 'tenmoku', returnPath }
  const { cardHolderId } = await tested.succeed(contract.generatorCardHolderUrl, input, customer.token)
  confirmAtIssuer(tested, cardHolderId, 'confirmed')
  return cardHolderId
}

async function inputOf(call: ApplicationCall, who: Applicant, shown: Shown) {
  switch (call) {
    case 'applyCard':
      return form(who, { id: shown.id, cardTypeId: shown.cardTypeId, material: shown.material })
    case 'payApply':
      return payment(shown)
    case 'confirmCardHolderId':
      return { id: shown.id, cardHolderId: await holderOf(who, shown) }
    default:
      return { id: shown.id }
  }
}

async function send(call: ApplicationCall, who: Applicant, shown: Shown) {
  const declared: Call = nouns.application[call]
  return await tested.send(declared, await inputOf(call, who, shown), who.customer.token)
}

function ruleOf(status: contract.ApplicationStatus, call: ApplicationCall) {
  if (call === 'applyResult' || call === 'getCardApplyRecord') return [status]
  return callSteps[status][call]
}

describe.each(contract.applicationStatus.options)('an application that is %s', status => {
  const rules = applicationCalls.map(call => ({ call, rule: ruleOf(status, call) }))
  const allowed = rules.filter(({ rule }) => Array.isArray(rule))

  test('refuses every call that the table does not allow, and changes nothing', async () => {
    const who = await free()
    const shown = await ways[status](who)
    expect(shown.status).toBe(status)
    for (const { call, rule } of rules.filter(({ rule }) => !Array.isArray(rule))) {
      const before = await everything(tested, who.customer)
      const answer = await send(call, who, shown)
      const key = rule ?? 'apply_failed'
      expect(answer, call).toMatchObject({ key, data: { reason: status } })
      expect(await everything(tested, who.customer), call).toEqual(before)
    }
  })

  test.each(allowed)('goes where the table says with $call', async ({ call, rule }) => {
    const who = await free()
    const shown = await ways[status](who)
    const sent = await send(call, who, shown)
    expect(sent, call).toMatchObject({ code: 1 })
    const after = await tested.succeed(contract.applyResult, { id: shown.id }, who.customer.token)
    expect(rule).toContain(after.status)
  })
})
