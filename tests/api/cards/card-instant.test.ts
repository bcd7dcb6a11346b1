import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { isHeld } from '../../../src/server/cards/cards.ts'
import type { TestCustomer } from '../../fixtures/account/customer.ts'
import {
  moneyOf,
  openedCard,
  readyCustomer,
  sendHook,
  startCardWorld,
} from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'

// What the issuer tells of a card at one and the same moment ends in one state, whichever of it comes first.

const tested = throughout(startCardWorld)
let customer: TestCustomer
beforeAll(async () => {
  customer = await readyCustomer(tested, '5000')
})

type State = 'active' | 'frozen' | 'expired' | 'closed'
const [before, moment, after] = [
  '2026-11-20T10:00:00.000Z',
  '2026-11-20T11:00:00.000Z',
  '2026-11-20T12:00:00.000Z',
]

/** What a card and its money are after these states were told in this order, each with its moment. */
async function endOf(told: readonly (readonly [State, string])[]) {
  await tested.world.db
    .updateTable('cards')
    .set({ status: 'closed' })
    .where('user_id', '=', customer.userId)
    .where('status', '<>', 'closed')
    .execute()
  const card = await openedCard(tested, customer, { rechargeAmount: '10' })
  const { wallet } = await moneyOf(tested, customer)
  for (const [state, at] of told) {
    const data = { cardId: card.issuerCardId, state }
    await sendHook(tested, 'events', { id: `evt_${randomUUID()}`, type: 'card.updated', at, data })
    await tested.work()
  }
  const kept = await tested.world.db
    .selectFrom('cards')
    .select(['status', 'frozen_by_issuer'])
    .where('id', '=', card.cardId)
    .executeTakeFirstOrThrow()
  const money = await moneyOf(tested, customer, card)
  return { status: kept.status, isHeld: isHeld(kept), onCard: money.card, returned: money.wallet - wallet }
}

function orders(states: readonly State[]): State[][] {
  if (states.length === 0) return [[]]
  return states.flatMap(state =>
    orders(states.filter(other => other !== state)).map(rest => [state, ...rest]),
  )
}

const sets: State[][] = [
  ['active', 'frozen'],
  ['active', 'expired'],
  ['active', 'closed'],
  ['frozen', 'expired'],
  ['frozen', 'closed'],
  ['expired', 'closed'],
  ['active', 'frozen', 'expired'],
]

test.each(sets.flatMap(set => (['active', 'frozen'] as const).map(earlier => ({ set, earlier }))))(
  '$set of one moment, of a card that was $earlier, end alike in every order',
  async ({ set, earlier }) => {
    const ends: Awaited<ReturnType<typeof endOf>>[] = []
    for (const order of orders(set)) {
      ends.push(await endOf([[earlier, before], ...order.map(state => [state, moment] as const)]))
    }
    expect(ends).toEqual(ends.map(() => ends[0]))
    expect(ends[0]?.onCard === 1000n).toBe(ends[0]?.returned === 0n)
  },
)

test('the stricter of one moment counts; what comes later lifts it, and what an expired card held goes back', async () => {
  expect(
    await endOf([
      ['frozen', moment],
      ['active', moment],
    ]),
  ).toMatchObject({ status: 'frozen_risk' })
  expect(
    await endOf([
      ['frozen', moment],
      ['active', moment],
      ['active', after],
    ]),
  ).toMatchObject({ status: 'active' })
  expect(
    await endOf([
      ['closed', moment],
      ['expired', moment],
    ]),
  ).toMatchObject({ status: 'closed', onCard: 0n })
  const held = [
    ['frozen', before],
    ['expired', moment],
    ['active', moment],
  ] as const
  expect(await endOf(held)).toMatchObject({ status: 'expired', onCard: 1000n })
  expect(await endOf([...held, ['active', after]])).toMatchObject({ status: 'expired', onCard: 0n })
})
