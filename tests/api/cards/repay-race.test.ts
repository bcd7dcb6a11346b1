import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { closeCard, replaceLost, reportLost } from '../../../src/contract/card-control.ts'
import { format } from '../../../src/contract/money.ts'
import { repayDebt } from '../../../src/contract/wallet.ts'
import { handleIssuerEvent } from '../../../src/server/jobs/issuer-event.ts'
import { openCard } from '../../../src/server/jobs/open-card.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  cardOf,
  moneyOf,
  openedCard,
  posting,
  readyCustomer,
  sendHook,
  startCardWorld,
  type TestCard,
  tellEvent,
  workLater,
} from '../../fixtures/cards/cardholder.ts'
import { indebted } from '../../fixtures/cards/indebted.ts'
import { throughout } from '../../fixtures/throughout.ts'

// Whatever happens to a card while it is repaid, nothing is repaid twice and nothing is lost.

const tested = throughout(startCardWorld)

const isDone = (reply: object) => 'code' in reply && reply.code === 1
const once = () => ({ pin: testPin, requestId: randomUUID() })
const repay = (owner: TestCustomer, id: string, owedMinor: bigint) =>
  tested.send(repayDebt, { id, amount: format(owedMinor, 'USD'), ...once() }, owner.token)
const claim = (card: TestCard, amount: string) =>
  tellEvent(tested, 'clearing.posted', posting(card, amount, { final: true }))
const onCard = async (owner: TestCustomer, card: TestCard) => (await moneyOf(tested, owner, card)).card ?? 0n

/** What is in the wallet and on these cards together, in cents. */
async function all(owner: TestCustomer, cards: TestCard[]): Promise<bigint> {
  const { wallet = 0n } = await moneyOf(tested, owner)
  let sum = wallet / 10_000n
  for (const card of cards) sum += await onCard(owner, card)
  return sum
}

async function closed(owner: TestCustomer): Promise<TestCard> {
  const card = await openedCard(tested, owner, { rechargeAmount: '10' })
  await tested.succeed(closeCard, { id: card.cardId, ...once() }, owner.token)
  return card
}

/** Claims that are kept and not followed yet. */
async function claimsOn(card: TestCard, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `evt_${randomUUID()}`)
  for (const id of ids) {
    const data = posting(card, '3.00', { final: true })
    await sendHook(tested, 'events', { id, type: 'clearing.posted', at: new Date().toISOString(), data })
  }
  return ids
}

test('of two debts, with the money for one, one is repaid', async () => {
  const owner = await readyCustomer(tested, '40')
  const ids = [
    await indebted(tested.world.db, owner.userId, '30'),
    await indebted(tested.world.db, owner.userId, '30'),
  ]
  const replies = await Promise.all(ids.map(id => repay(owner, id, 3000n)))
  expect(replies.filter(isDone)).toHaveLength(1)
  expect(replies.find(reply => !isDone(reply))).toMatchObject({
    key: 'balance_insufficient',
    data: { missing: '20' },
  })
  expect((await moneyOf(tested, owner)).wallet).toBe(10_000_000n)
})

test('of a closed card one repayment counts, whatever is claimed meanwhile; what comes back then is theirs', async () => {
  const owner = await readyCustomer(tested, '200')
  const card = await closed(owner)
  await claim(card, '20.00')
  const owed = -(await onCard(owner, card))
  const before = await all(owner, [card])
  const events = await claimsOn(card, 4)
  const [replies] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => repay(owner, card.cardId, owed))),
    ...events.map(eventId => handleIssuerEvent(tested.world, { eventId })),
  ])
  expect(replies.filter(isDone).length).toBeLessThanOrEqual(1)
  // Each claim with its fee of 0.02.
  expect(before - (await all(owner, [card]))).toBe(4n * 302n)

  const rest = -(await onCard(owner, card))
  expect(await repay(owner, card.cardId, rest)).toMatchObject({ code: 1 })
  const { wallet = 0n } = await moneyOf(tested, owner)
  await tellEvent(tested, 'refund.posted', posting(card, '3.00', { threadId: null }))
  expect([(await moneyOf(tested, owner)).wallet, await onCard(owner, card)]).toEqual([
    wallet + 3_000_000n,
    0n,
  ])
  expect(await checkLedger(tested.world.db)).toMatchObject({ disagreement: null })
})

test('what a lost card owes is repaid or goes on, never both, while another takes its place', async () => {
  const owner = await readyCustomer(tested, '200')
  const lost = await openedCard(tested, owner, { rechargeAmount: '10' })
  await tested.succeed(reportLost, { id: lost.cardId, why: 'lost', replace: false, ...once() }, owner.token)
  await workLater(tested)
  await claim(lost, '20.00')
  const { orderId } = await tested.succeed(replaceLost, { id: lost.cardId }, owner.token)
  const owed = -(await onCard(owner, lost))
  expect(owed).toBe(2010n)
  const before = await all(owner, [lost])
  const [reply] = await Promise.all([repay(owner, lost.cardId, owed), openCard(tested.world, { orderId })])
  const standIn = await cardOf(tested, orderId, owner.token)
  expect(await onCard(owner, lost)).toBe(0n)
  expect(await onCard(owner, standIn)).toBe(isDone(reply) ? 0n : -owed)
  expect(await all(owner, [lost, standIn])).toBe(before)
  if (!isDone(reply)) expect(reply).toMatchObject({ key: 'modify_failed', data: { reason: 'no_debt' } })
  expect(await checkLedger(tested.world.db)).toMatchObject({ disagreement: null })
})
