import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { address, declined, issuers, returnUrl, virtualCardRequest } from '../fixtures/issuer/issuers.ts'
import type { TestedIssuer } from '../fixtures/issuer/tested-issuer.ts'

describe.each(Object.entries(issuers))('the %s issuer, of cards in the hand', (_name, make) => {
  let tested: TestedIssuer
  beforeAll(async () => {
    tested = await make()
  })
  afterEach(() => tested.calmDown())
  afterAll(() => tested.close())

  async function confirmed(productId: string) {
    const reference = randomUUID()
    const opened = await tested.issuer.createCardholderSession({ reference, productId, returnUrl })
    if (opened.outcome !== 'done') throw new Error('no session')
    await tested.answerAs(opened.issuerCardholderId, 'confirmed')
    return { reference, issuerCardholderId: opened.issuerCardholderId }
  }

  async function virtualCard(productId = 'celadon-virtual') {
    const asked = { ...(await request()), productId }
    const card = await tested.issuer.createCard(asked)
    if (card.outcome !== 'done') throw new Error('no card')
    return { ...asked, issuerCardId: card.issuerCardId }
  }

  async function physicalRequest(productId = 'celadon-physical') {
    const { issuerCardId: parentIssuerCardId, issuerBudgetId } = await virtualCard()
    const asked = { reference: randomUUID(), parentIssuerCardId, productId, embossName: 'WEI LIN', address }
    return { asked, issuerBudgetId }
  }

  async function physicalCard() {
    const { asked, issuerBudgetId } = await physicalRequest()
    const card = await tested.issuer.createPhysicalCard(asked)
    if (card.outcome !== 'done') throw new Error('no card')
    return { ...asked, ...card, issuerBudgetId }
  }

  async function standingOf(issuerOrderId: string) {
    const read = await tested.issuer.orderOf({ issuerOrderId })
    if (read.outcome !== 'done') throw new Error('no order')
    return read.order
  }

  async function cardsIn(issuerBudgetId: string) {
    const known = await tested.issuer.cardsOf({ issuerBudgetId })
    if (known.outcome !== 'done') throw new Error('no cards')
    return known.cards
  }

  const request = () => virtualCardRequest(tested.issuer)

  test('makes no physical card of a card that is none, is physical or is closed', async () => {
    const { asked } = await physicalRequest()
    const { issuer } = tested
    const of = (parentIssuerCardId: string) => issuer.createPhysicalCard({ ...asked, parentIssuerCardId })
    expect(await of('card_none')).toMatchObject(declined('other'))
    await issuer.close({ issuerCardId: asked.parentIssuerCardId })
    const closed = await issuer.createPhysicalCard({ ...asked, reference: randomUUID() })
    expect(closed).toEqual(declined('card_closed'))
    const { issuerCardId } = await physicalCard()
    const again = { ...asked, reference: randomUUID(), parentIssuerCardId: issuerCardId }
    expect(await issuer.createPhysicalCard(again)).toEqual(declined('other'))
    expect(tested.countCards(asked.reference)).toBe(0)
  })

  test('makes one physical card for a request whose answer was lost, and tells of it by its reference', async () => {
    const { asked, issuerBudgetId } = await physicalRequest()
    const { reference } = asked
    const made = async () => (await cardsIn(issuerBudgetId)).filter(card => card.reference === reference)
    expect(await made()).toEqual([])
    tested.behave('does it and is not heard')
    expect(await tested.issuer.createPhysicalCard(asked)).toEqual({ outcome: 'unknown' })
    const answer = await tested.issuer.createPhysicalCard(asked)
    if (answer.outcome !== 'done') throw new Error('no card')
    const { outcome, ...ids } = answer
    const state = {
      state: 'active',
      since: expect.any(Date),
      frozenBy: [],
      expires: 'later',
      form: 'physical',
      isActivated: false,
    }
    expect(await made()).toEqual([{ ...ids, reference, ...state }])
    expect((await cardsIn(issuerBudgetId)).map(({ form }) => form)).toEqual(['virtual', 'physical'])
  })

  test('cancels an order before printing, once and again, and not after', async () => {
    const { issuer } = tested
    const first = await physicalCard()
    expect(await standingOf(first.issuerOrderId)).toMatchObject({
      state: 'received',
      version: 1,
      reason: null,
      tracking: null,
      changedAt: expect.any(Date),
    })
    for (let times = 0; times < 2; times++) {
      expect(await issuer.cancelOrder(first)).toEqual({ outcome: 'done' })
    }
    expect(await standingOf(first.issuerOrderId)).toMatchObject({ state: 'cancelled', version: 2 })
    const closed = expect.objectContaining({ reference: first.reference, state: 'closed' })
    expect(await cardsIn(first.issuerBudgetId)).toContainEqual(closed)

    const second = await physicalCard()
    tested.move(second.issuerOrderId, 'approved', 'printing')
    expect(await issuer.cancelOrder(second)).toEqual(declined('order_in_making'))
    expect(await standingOf(second.issuerOrderId)).toMatchObject({ state: 'printing', version: 3 })
  })

  test('mails again what came back, once for a reference, and nothing else', async () => {
    const { issuerOrderId } = await physicalCard()
    const again = { reference: randomUUID(), issuerOrderId, address: { ...address, city: 'Nanchang' } }
    tested.move(issuerOrderId, 'approved', 'printing', 'shipped')
    const { tracking } = await standingOf(issuerOrderId)
    expect(tracking).toEqual({ carrier: expect.any(String), number: expect.any(String) })
    const early = { ...again, reference: randomUUID() }
    expect(await tested.issuer.remail(early)).toEqual(declined('order_not_returned'))
    tested.move(issuerOrderId, 'returned')
    for (let times = 0; times < 2; times++)
      expect(await tested.issuer.remail(again)).toEqual({ outcome: 'done' })
    expect(await standingOf(issuerOrderId)).toMatchObject({ state: 'printing', version: 6, tracking: null })
  })

  test('activates with the code of the letter, and again; a wrong one is refused', async () => {
    const { issuerOrderId, issuerCardId, issuerBudgetId } = await physicalCard()
    const isActivated = async () =>
      (await cardsIn(issuerBudgetId)).find(card => card.issuerCardId === issuerCardId)?.isActivated
    tested.move(issuerOrderId, 'approved', 'printing', 'shipped', 'delivered')
    const code = tested.codeOf(issuerOrderId)
    expect(code).toMatch(/^\d{6}$/)
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await tested.issuer.activate({ issuerCardId, code: wrong })).toEqual(declined('code_incorrect'))
    expect(await isActivated()).toBe(false)
    for (let times = 0; times < 2; times++) {
      expect(await tested.issuer.activate({ issuerCardId, code })).toEqual({ outcome: 'done' })
    }
    expect(await isActivated()).toBe(true)
  })

  test('sets a PIN that is no pattern, of a physical card only', async () => {
    const { issuerCardId, parentIssuerCardId } = await physicalCard()
    const set = (cardPin: string, id = issuerCardId) => tested.issuer.setPin({ issuerCardId: id, cardPin })
    for (const weak of ['1111', '1234', '4321']) expect(await set(weak)).toEqual(declined('pin_weak'))
    expect(await set('2580', parentIssuerCardId)).toEqual(declined('other'))
    expect(await set('2580')).toEqual({ outcome: 'done' })
    expect(await set('8052')).toEqual({ outcome: 'done' })
  })

  test('changes the phone where the product allows it', async () => {
    const { issuerCardId } = await virtualCard()
    const { reference, issuerCardholderId } = await confirmed('oxblood-virtual')
    const strict = await tested.issuer.createCard({
      ...(await request()),
      productId: 'oxblood-virtual',
      reference,
      issuerCardholderId,
    })
    if (strict.outcome !== 'done') throw new Error('no card')
    const phone = '+447700900123'
    const fixed = await tested.issuer.changePhone({ issuerCardId: strict.issuerCardId, phone })
    expect(fixed).toEqual(declined('cardholder_fixed'))
    expect(await tested.issuer.changePhone({ issuerCardId, phone: '12' })).toEqual(declined('phone_invalid'))
    expect(await tested.issuer.changePhone({ issuerCardId, phone })).toEqual({ outcome: 'done' })
  })

  test('closes and reports for good, again and again, and replaces only what is closed', async () => {
    const { issuer } = tested
    const lost = await virtualCard()
    const { issuerCardId } = lost
    const instead = { ...(await request()), issuerBudgetId: lost.issuerBudgetId }
    const replacing = { ...instead, replacesIssuerCardId: issuerCardId }
    expect(await issuer.createCard(replacing)).toEqual(declined('other'))
    for (let times = 0; times < 2; times++) {
      expect(await issuer.reportLost({ issuerCardId, why: 'stolen' })).toEqual({ outcome: 'done' })
      expect(await issuer.close({ issuerCardId })).toEqual({ outcome: 'done' })
    }
    expect(await issuer.setFrozen({ issuerCardId, isFrozen: false })).toEqual(declined('card_closed'))
    expect(await issuer.changePhone({ issuerCardId, phone: '+447700900123' })).toEqual(
      declined('card_closed'),
    )
    const replacement = await issuer.createCard({ ...replacing, reference: randomUUID() })
    expect(replacement).toMatchObject({ outcome: 'done' })
  })

  test('asks a cardholder on its own page; without a yes there is no card', async () => {
    const { issuer } = tested
    const asked = { ...(await physicalRequest('tenmoku-metal')).asked }
    expect(await issuer.createPhysicalCard(asked)).toEqual(declined('cardholder_needed'))
    const session = { reference: randomUUID(), productId: 'tenmoku-metal', returnUrl }
    const opened = await issuer.createCardholderSession(session)
    if (opened.outcome !== 'done') throw new Error('no session')
    expect(opened).toMatchObject({ url: expect.stringMatching(/^https?:/), expiresAt: expect.any(Date) })
    expect((await issuer.createCardholderSession(session)).outcome).toBe('done')
    const { issuerCardholderId } = opened
    const stateOf = async () => await issuer.cardholderOf({ issuerCardholderId })
    expect(await stateOf()).toEqual({ outcome: 'done', state: 'pending' })
    const early = { ...asked, reference: randomUUID(), issuerCardholderId }
    expect(await issuer.createPhysicalCard(early)).toEqual(declined('cardholder_needed'))

    await tested.answerAs(issuerCardholderId, 'refused')
    expect(await stateOf()).toEqual({ outcome: 'done', state: 'refused' })

    const other = await confirmed('oxblood-virtual')
    const wrong = { ...asked, reference: randomUUID(), issuerCardholderId: other.issuerCardholderId }
    expect(await issuer.createPhysicalCard(wrong)).toEqual(declined('cardholder_needed'))
    const mine = await confirmed('tenmoku-metal')
    const right = { ...asked, reference: randomUUID(), issuerCardholderId: mine.issuerCardholderId }
    expect(await issuer.createPhysicalCard(right)).toMatchObject({ outcome: 'done' })
  })
})
