import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../src/contract/application.ts'
import { detail, getCreateCardSuccess, openCard } from '../../../src/contract/card.ts'
import { newCustomer, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  type Applicant,
  applicant,
  applied,
  confirmAtIssuer,
  payment,
  resultOf,
} from '../../fixtures/cards/applicant.ts'
import { moneyOf, readyCustomer, startCardWorld } from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'

const tested = throughout(startCardWorld)

const returnPath = '/pages/makeCard/makeCard?cardId=c1&step=2'
const metal = { cardTypeId: 'tenmoku', material: 'metal' }

async function session({ token }: TestCustomer, cardTypeId = 'tenmoku') {
  return await tested.succeed(contract.generatorCardHolderUrl, { cardTypeId, returnPath }, token)
}
const confirm = ({ token }: TestCustomer, cardHolderId: string, id?: string) =>
  tested.send(contract.confirmCardHolderId, { cardHolderId, ...(id && { id }) }, token)
const order = (fields: Record<string, unknown>) => ({
  cardTypeId: 'oxblood',
  pin: testPin,
  requestId: randomUUID(),
  ...fields,
})

describe("a session on the issuer's page", () => {
  test('is refused without certification, for other kinds, and for a way back that is none of ours', async () => {
    const customer = await readyCustomer(tested, '0')
    const ask = async (fields: Record<string, unknown>, { token } = customer) => {
      const input = { cardTypeId: 'tenmoku', returnPath, ...fields }
      const envelope = await tested.send(contract.generatorCardHolderUrl, input, token)
      return 'key' in envelope ? envelope.key : envelope
    }
    expect(await ask({}, await newCustomer(tested))).toBe('not_certified')
    expect(await ask({ cardTypeId: 'gold' })).toBe('card_type_missing')
    expect(await ask({ cardTypeId: 'celadon' })).toBe('modify_failed')
    for (const foreign of [
      'https://evil.example/',
      '//evil.example/pages/a/b',
      '/pages/a/b#x',
      '/pages/a',
      '/pages/a/b?x=javascript:1',
      '/pages/../b/c',
      'pages/a/b',
    ]) {
      expect(await ask({ returnPath: foreign })).toBe('input_invalid')
    }
    expect(tested.issuer.cardholders.size).toBe(0)
  })

  test('leads back to our own page with the id in its target', async () => {
    const customer = await readyCustomer(tested, '0')
    let returnUrl = ''
    const { createCardholderSession } = tested.issuer
    tested.issuer.createCardholderSession = async request => {
      returnUrl = request.returnUrl
      return await createCardholderSession(request)
    }
    const { url, cardHolderId, expireTime } = await session(customer)
    tested.issuer.createCardholderSession = createCardholderSession
    expect(url).toMatch(/^https:\/\/issuer\.example\//)
    expect(new Date(expireTime).getTime()).toBeGreaterThan(Date.now())
    const back = new URL(returnUrl)
    expect(back.origin).toBe(new URL(tested.world.config.PUBLIC_URL).origin)
    const [route, query] = back.hash.slice(1).split('?')
    expect(route).toBe('/pages/redirect/redirect')
    expect(new URLSearchParams(query).get('target')).toBe(`${returnPath}&cardHolderId=${cardHolderId}`)
  })

  test('is answered with status 503 when the issuer is not heard, and nothing is kept', async () => {
    const customer = await readyCustomer(tested, '0')
    tested.issuer.behaveAt('createCardholderSession', 'does it and is not heard')
    const input = { cardTypeId: 'tenmoku', returnPath }
    expect(await tested.send(contract.generatorCardHolderUrl, input, customer.token)).toMatchObject({
      status: 503,
    })
    const kept = tested.world.db.selectFrom('cardholder_sessions').select('id')
    expect(await kept.where('user_id', '=', customer.userId).execute()).toEqual([])
    const { cardHolderId } = await session(customer)
    tested.issuer.behaveAt('cardholderOf', 'does nothing and is not heard')
    expect(await confirm(customer, cardHolderId)).toMatchObject({ status: 503 })
    expect(await confirm(customer, cardHolderId)).toMatchObject({ data: { status: 'pending', cardHolderId } })
  })
})

describe('an application for a kind that needs a confirmed cardholder', () => {
  let who: Applicant
  beforeAll(async () => {
    who = await applicant(tested)
  })

  test("does not go on by another's session, one of another kind, a no, or what the browser says", async () => {
    const other = await applicant(tested)
    const shown = await applied(tested, who, metal)
    expect(shown).toMatchObject({ status: 'holder_pending', can: ['edit', 'verifyHolder'], total: '105' })
    const theirs = await session(other.customer)
    confirmAtIssuer(tested, theirs.cardHolderId, 'confirmed')
    expect(await confirm(who.customer, theirs.cardHolderId, shown.id)).toMatchObject({ status: 403 })
    expect(await confirm(other.customer, theirs.cardHolderId, shown.id)).toMatchObject({ status: 403 })
    expect(await confirm(who.customer, randomUUID(), shown.id)).toMatchObject({ status: 403 })
    const virtual = await session(who.customer, 'oxblood')
    confirmAtIssuer(tested, virtual.cardHolderId, 'confirmed')
    expect(await confirm(who.customer, virtual.cardHolderId, shown.id)).toMatchObject({
      key: 'apply_failed',
      data: { reason: 'other_card_type' },
    })
    const { cardHolderId } = await session(who.customer)
    expect(await confirm(who.customer, cardHolderId, shown.id)).toMatchObject({ data: { status: 'pending' } })
    confirmAtIssuer(tested, cardHolderId, 'refused')
    expect(await confirm(who.customer, cardHolderId, shown.id)).toMatchObject({ data: { status: 'refused' } })
    confirmAtIssuer(tested, cardHolderId, 'confirmed')
    expect(await confirm(who.customer, cardHolderId, shown.id)).toMatchObject({ data: { status: 'refused' } })
    expect(await resultOf(tested, who, shown.id)).toEqual(shown)
  })

  test('goes on with a yes, which the issuer is given with the order', async () => {
    const { id } = await applied(tested, who, metal)
    const { cardHolderId } = await session(who.customer)
    confirmAtIssuer(tested, cardHolderId, 'confirmed')
    for (let times = 0; times < 2; times++) {
      expect(await confirm(who.customer, cardHolderId, id)).toMatchObject({ data: { status: 'confirmed' } })
    }
    const unpaid = await resultOf(tested, who, id)
    expect(unpaid).toMatchObject({ status: 'wait_pay', can: ['edit', 'pay', 'cancel'] })
    expect((await applied(tested, who, { ...metal, id })).status).toBe('wait_pay')
    await tested.succeed(contract.payApply, payment(unpaid), who.customer.token)
    await tested.work()
    const [made] = [...tested.issuer.cards.values()].filter(({ productId }) => productId === 'tenmoku-metal')
    expect(made).toMatchObject({ form: 'physical', isActivated: false })
    expect((await resultOf(tested, who, id)).status).toBe('applying')
    expect(await moneyOf(tested, who.customer)).toMatchObject({ walletHeld: 105_000_000n })
  })
})

describe('opening a card of a kind that needs a confirmed cardholder', () => {
  test('is refused without one, and nothing is held', async () => {
    const customer = await readyCustomer(tested, '100')
    const refusal = async (fields: Record<string, unknown>) => {
      const envelope = await tested.send(openCard, order(fields), customer.token)
      return 'key' in envelope ? [envelope.key, envelope.data] : envelope
    }
    expect(await refusal({})).toEqual(['kyc_missing', { cardHolder: 'none' }])
    const { cardHolderId } = await session(customer, 'oxblood')
    expect(await refusal({ cardHolderId })).toEqual(['kyc_missing', { cardHolder: 'pending' }])
    confirmAtIssuer(tested, cardHolderId, 'refused')
    await confirm(customer, cardHolderId)
    expect(await refusal({ cardHolderId })).toEqual(['kyc_missing', { cardHolder: 'refused' }])
    const other = await readyCustomer(tested, '0')
    const theirs = await session(other, 'oxblood')
    confirmAtIssuer(tested, theirs.cardHolderId, 'confirmed')
    await confirm(other, theirs.cardHolderId)
    expect(await refusal({ cardHolderId: theirs.cardHolderId })).toMatchObject({ status: 403 })
    const metalSession = await session(customer)
    confirmAtIssuer(tested, metalSession.cardHolderId, 'confirmed')
    await confirm(customer, metalSession.cardHolderId)
    expect(await refusal({ cardHolderId: metalSession.cardHolderId })).toMatchObject(['kyc_missing', {}])
    expect(await moneyOf(tested, customer)).toMatchObject({ wallet: 100_000_000n, walletHeld: 0n })
  })

  test('opens it with a confirmed one', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardHolderId } = await session(customer, 'oxblood')
    confirmAtIssuer(tested, cardHolderId, 'confirmed')
    await confirm(customer, cardHolderId)
    const { orderId } = await tested.succeed(openCard, order({ cardHolderId }), customer.token)
    await tested.work()
    const opened = await tested.succeed(getCreateCardSuccess, { orderId }, customer.token)
    expect(opened).toMatchObject({ status: 'success', openFee: '8' })
    // Its cardholder is the issuer's to know.
    expect(await tested.succeed(detail, { id: opened.id }, customer.token)).toMatchObject({
      billingAddress: null,
      canChangePhone: false,
    })
    expect(await moneyOf(tested, customer)).toMatchObject({ wallet: 92_000_000n, walletHeld: 0n })
  })
})
