import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { detail } from '../../../src/contract/card.ts'
import { closeCard, freeze } from '../../../src/contract/card-control.ts'
import { messages } from '../../../src/contract/message.ts'
import { type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  moneyOf,
  openedCard,
  posting,
  readyCustomer,
  sendHook,
  startCardWorld,
  type TestCard,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'

// The hooks of an issuer overtake each other: what is heard late counts by when it happened.

const tested = throughout(startCardWorld)
let customer: TestCustomer
beforeAll(async () => {
  customer = await readyCustomer(tested, '1000')
})

const withTen = () => openedCard(tested, customer, { rechargeAmount: '10' })
const statusOf = async ({ cardId }: TestCard) =>
  (await tested.succeed(detail, { id: cardId }, customer.token)).status
const isFrozenThere = ({ issuerCardId }: TestCard) =>
  [...tested.issuer.cards.values()].find(card => card.issuerCardId === issuerCardId)?.isFrozen
const states = async ({ last4 }: TestCard) => {
  const page = { pageSize: 100, page: 1, noticeType: 'cardState' }
  const { list } = await tested.succeed(messages, page, customer.token)
  return list.flatMap(({ params }) => (params.last4 === last4 ? [params.status] : [])).sort()
}

/** Tells what a card is since the second of a minute. */
async function tell({ issuerCardId }: TestCard, state: string, second: number) {
  const at = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
  const data = { cardId: issuerCardId, state }
  await sendHook(tested, 'events', { id: `evt_${randomUUID()}`, type: 'card.updated', at, data })
  await tested.work()
}

describe('a late word of a card', () => {
  test.each(['active', 'frozen'])(
    'that it expired ends it, though it is told to be %s since',
    async since => {
      const card = await withTen()
      const before = await moneyOf(tested, customer, card)
      await tell(card, since, 3)
      await tell(card, 'expired', 2)
      const after = await moneyOf(tested, customer, card)
      expect([await statusOf(card), after.card]).toEqual(['expired', 0n])
      expect(after.wallet - before.wallet).toBe(10_000_000n)
      expect(await states(card)).toContain('expired')
      await tell(card, 'expired', 2)
      expect(await moneyOf(tested, customer, card)).toEqual(after)
    },
  )

  test('that it was let go before it expired frees what is on it', async () => {
    const card = await withTen()
    const before = await moneyOf(tested, customer, card)
    await tell(card, 'frozen', 1)
    await tell(card, 'expired', 3)
    expect(await moneyOf(tested, customer, card)).toEqual(before)
    await tell(card, 'active', 2)
    const after = await moneyOf(tested, customer, card)
    expect([await statusOf(card), after.card, after.wallet - before.wallet]).toEqual([
      'expired',
      0n,
      10_000_000n,
    ])
  })

  test('that it was frozen when it expired holds what comes back, until it is let go', async () => {
    const card = await withTen()
    await tell(card, 'expired', 2)
    await tell(card, 'frozen', 1)
    const before = await moneyOf(tested, customer, card)
    await tellEvent(tested, 'refund.posted', posting(card, '5.00'))
    expect((await moneyOf(tested, customer, card)).card).toBe(500n)
    await tell(card, 'active', 3)
    const after = await moneyOf(tested, customer, card)
    expect([after.card, after.wallet - before.wallet]).toEqual([0n, 5_000_000n])
  })

  test('that it expired before it was closed shows how it ended, and says so', async () => {
    const card = await withTen()
    await tell(card, 'closed', 3)
    await tell(card, 'expired', 2)
    expect(await statusOf(card)).toBe('expired')
    expect(await states(card)).toEqual(['closed', 'expired'])
  })

  test('leaves closed what its customer has closed', async () => {
    const card = await withTen()
    const input = { id: card.cardId, pin: testPin, requestId: randomUUID() }
    await tested.succeed(closeCard, input, customer.token)
    await tell(card, 'active', 3)
    await tell(card, 'expired', 2)
    expect(await statusOf(card)).toBe('closed')
  })

  test('that it was frozen, and is not any more, has the issuer told of the freeze of its customer', async () => {
    const card = await withTen()
    await tested.succeed(freeze, { id: card.cardId }, customer.token)
    await tested.work()
    // There it is one freeze, which has ended with theirs.
    for (const kept of tested.issuer.cards.values())
      if (kept.issuerCardId === card.issuerCardId) kept.isFrozen = false
    await tell(card, 'active', 2)
    expect(isFrozenThere(card)).toBe(false)
    await tell(card, 'frozen', 1)
    expect([await statusOf(card), isFrozenThere(card)]).toEqual(['frozen_user', true])
  })
})
