import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '../../src/contract/account.ts'
import { cancelPayApply, payApply } from '../../src/contract/application.ts'
import { autoRecharge, closeCard } from '../../src/contract/card-control.ts'
import { openDispute } from '../../src/contract/dispute.ts'
import { inviteSummary } from '../../src/contract/invite.ts'
import { convertToCardBalance } from '../../src/contract/wallet.ts'
import { beginDeletion } from '../../src/server/account/deletions.ts'
import { nobody } from '../../src/server/account/devices.ts'
import { transaction } from '../../src/server/database/database.ts'
import { authorize } from '../../src/server/hooks/authorization.ts'
import { authorizationRequest } from '../../src/server/hooks/issuer-words.ts'
import { deleteUsers } from '../../src/server/jobs/delete-users.ts'
import { jobs } from '../../src/server/jobs/index.ts'
import type { JobKind } from '../../src/server/jobs/queue/kinds.ts'
import type { World } from '../../src/server/world.ts'
import {
  certified,
  codeFor,
  funded,
  type TestCustomer,
  testPin,
  withPin,
} from '../fixtures/account/customer.ts'
import { daysPassFor } from '../fixtures/account/leaver.ts'
import {
  applicant,
  move,
  moveSilently,
  ordered,
  paid,
  payment,
  referenceOf,
  resultOf,
} from '../fixtures/cards/applicant.ts'
import {
  type CardWorld,
  openedCard,
  question,
  readyCustomer,
  sendHook,
  startCardWorld,
  workLater,
} from '../fixtures/cards/cardholder.ts'
import { contest, settled } from '../fixtures/cards/contested.ts'
import { dyingAt } from '../fixtures/dying.ts'
import { since, traceOf } from '../races/trace.ts'

// A process dies before each statement of a job, or of an answer to the issuer, in turn. What is asked for again ends as if it had not: nothing is lost, and
// nothing is there twice.

let tested: CardWorld
beforeAll(async () => {
  tested = await startCardWorld()
})
afterAll(() => tested.close())

const db = () => tested.world.db

/** Somebody for whom a job is about to run, and what else of it is to be there once. */
interface Ready {
  customer: Pick<TestCustomer, 'userId'>
  run(world: World): Promise<void>
  left?(): unknown
}

/** The newest job of this kind, as it waits. */
async function waiting(kind: JobKind): Promise<Ready['run']> {
  const { payload } = await db()
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return world => (jobs[kind] as (world: World, payload: unknown) => Promise<void>)(world, payload)
}

/** The orders that the issuer has by the name of this application. */
async function orders(id: string) {
  const reference = await referenceOf(tested, id)
  return [...tested.issuer.orders].flatMap(([of, { state }]) => (of === reference ? [state] : []))
}

const stories: Record<string, () => Promise<Ready>> = {
  'a physical card that is ordered': async () => {
    const who = await applicant(tested)
    const { id } = await paid(tested, who)
    return { ...who, run: await waiting('order-card'), left: () => orders(id) }
  },
  'a physical card that the issuer refuses': async () => {
    const who = await applicant(tested)
    await paid(tested, who)
    tested.issuer.behaveAt('createPhysicalCard', 'declines')
    return { ...who, run: await waiting('order-card') }
  },
  'an order that is taken back': async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    await tested.succeed(cancelPayApply, { id }, who.customer.token)
    return { ...who, run: await waiting('cancel-order'), left: () => orders(id) }
  },
  'a card that is printed': async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    const {
      issuerOrderId: orderId,
      issuerCardId: cardId,
      ...rest
    } = await moveSilently(tested, id, 'printing')
    const { reference, version } = rest
    await told('order.printing', { orderId, cardId, reference, version })
    return { ...who, run: await waiting('issuer-event') }
  },
  'a card that is mailed again': async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    for (const state of ['approved', 'printing', 'shipped', 'returned'] as const)
      await move(tested, id, state)
    const application = await resultOf(tested, who, id)
    await tested.succeed(payApply, payment(application), who.customer.token)
    return { ...who, run: await waiting('remail-card') }
  },
  'a purchase that is contested': async () => {
    const { customer, card } = await cardholder()
    const { billId } = await settled(tested, { customer, card })
    const { id } = await tested.succeed(openDispute, contest(billId), customer.token)
    return {
      customer,
      run: await waiting('send-dispute'),
      left: () => tested.issuer.disputes.get(id)?.state,
    }
  },
  'a purchase that is asked about': async () => {
    const { customer, card } = await cardholder()
    const asked = question(card)
    const request = { ...authorizationRequest.parse(asked), isSpoiled: false }
    return {
      customer,
      async run(world) {
        expect(await authorize(world, request, asked)).toEqual({ decision: 'approved' })
      },
    }
  },
  'a card that recharges itself': async () => {
    const { customer, card } = await cardholder()
    const rule = { threshold: '90', by: 'amount', amount: '20', dayMax: '300', monthMax: '1000' }
    const set = { isOn: true, rule }
    await tested.succeed(autoRecharge, { id: card.cardId, set, pin: testPin }, customer.token)
    await sendHook(tested, 'authorization', question(card))
    return { customer, run: await waiting('auto-recharge') }
  },
  'a card that is closed at the issuer': async () => {
    const { customer, card } = await cardholder()
    const end = { id: card.cardId, pin: testPin, requestId: randomUUID() }
    await tested.succeed(closeCard, end, customer.token)
    return { customer, run: await waiting('close-card') }
  },
  'a friend who qualifies': async () => {
    const customer = await readyCustomer(tested, '0')
    const { code: referCode } = await tested.succeed(inviteSummary, {}, customer.token)
    const friend = await invited(referCode)
    const { cardId } = await openedCard(tested, friend)
    const recharge = { cardId, amount: '10', currency: 'USDT', pin: testPin, requestId: randomUUID() }
    await tested.succeed(convertToCardBalance, recharge, friend.token)
    return { customer, run: await waiting('reward-invite') }
  },
  'an account that is deleted': async () => {
    const customer = await readyCustomer(tested, '0')
    await transaction(db(), db => beginDeletion(db, { ...customer, reason: 'no more' }))
    await daysPassFor(db(), customer)
    return { customer, run: deleteUsers.run }
  },
}

async function told(type: string, data: object) {
  await sendHook(tested, 'events', { id: `evt_${randomUUID()}`, type, at: new Date().toISOString(), data })
}

async function cardholder() {
  const customer = await readyCustomer(tested, '500')
  return { customer, card: await openedCard(tested, customer, { rechargeAmount: '100' }) }
}

async function invited(referCode: string): Promise<TestCustomer> {
  const [email, password] = [`${randomUUID()}@mail.test`, 'porcelain1']
  const code = await codeFor(tested, { email, type: 'register' })
  const { userInfo, token } = await tested.succeed(register, { email, password, code, lang: 'en', referCode })
  const customer = { userId: userInfo.id, email, password, token }
  await withPin(tested, customer)
  await certified(tested, customer)
  await funded(tested, { userId: customer.userId, amountMinor: 100_000_000n })
  return customer
}

/** What is there in the end when the process that has the job dies before its `n`-th statement, and whether it came so far. */
async function endOf(story: () => Promise<Ready>, n: number) {
  // All of them come from one network, which has only so many letters.
  await db().deleteFrom('attempts').execute()
  const before = await traceOf(db(), nobody)
  const { customer, run, left = () => null } = await story()
  const dying = dyingAt(db(), n)
  const silent = Object.assign(Object.create(tested.world.log), { error() {} })
  await run({ ...tested.world, db: dying.db, log: silent }).catch(error => {
    expect(String(error)).toContain('killed')
  })
  await run(tested.world)
  await workLater(tested)
  const trace = since(before, await traceOf(db(), customer.userId))
  return { hasDied: dying.hasDied(), end: { trace, left: await left() } }
}

test.each(Object.entries(stories))('%s', async (_name, story) => {
  const { end: undisturbed } = await endOf(story, Number.POSITIVE_INFINITY)
  let steps = 0
  for (let hasDied = true; hasDied; steps++) {
    const ended = await endOf(story, steps + 1)
    expect(ended.end, `before statement ${steps + 1}`).toEqual(undisturbed)
    hasDied = ended.hasDied
  }
  expect(steps).toBeGreaterThan(2)
})
