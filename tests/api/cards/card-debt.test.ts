import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { userBill } from '../../../src/contract/bill.ts'
import { detail } from '../../../src/contract/card.ts'
import * as control from '../../../src/contract/card-control.ts'
import { kindOf } from '../../../src/server/cards/kinds.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  ask,
  cardOf,
  messagesOf,
  moneyOf,
  openedCard,
  posting,
  question,
  readyCustomer,
  startCardWorld,
  type TestCard,
  tellEvent,
  workLater,
} from '../../fixtures/cards/cardholder.ts'
import { replaced } from '../../fixtures/cards/replaced.ts'
import { throughout } from '../../fixtures/throughout.ts'

// A card that is lost cannot be recharged any more: what it owes is owed by the card that stands in for it.

const tested = throughout(startCardWorld)

async function lostCard(usd = '20') {
  const owner = await readyCustomer(tested, '200')
  return { owner, lost: await openedCard(tested, owner, { rechargeAmount: usd }) }
}

async function claimed(card: TestCard, amount: string, threadId: string | null = null) {
  await tellEvent(tested, 'clearing.posted', posting(card, amount, { threadId, final: true }))
}

const balances = async (owner: TestCustomer, cards: TestCard[]) =>
  await Promise.all(cards.map(async card => (await moneyOf(tested, owner, card)).card))

const debtsTold = async (owner: TestCustomer) =>
  (await messagesOf(tested, owner))
    .filter(({ params }) => params.what?.startsWith('debt'))
    .map(({ params }) => `${params.what} ${params.amount}`)

async function movesOf(card: TestCard, { token }: TestCustomer) {
  const asked = { pageSize: 100, page: 1, cardOutId: card.cardId }
  const { list } = await tested.succeed(userBill, asked, token)
  return list
    .filter(({ type, currency }) => type === 'transfer' && currency === 'USD')
    .map(({ amount }) => amount)
}

describe('what a lost card owes', () => {
  test('goes to the card that stands in for it, before it is made and after', async () => {
    const { owner, lost } = await lostCard()
    await claimed(lost, '50.00')
    const [owed = 0n] = await balances(owner, [lost])
    expect(owed).toBeLessThan(0n)
    const standIn = await replaced(tested, owner, lost)
    expect(await balances(owner, [lost, standIn])).toEqual([0n, owed])
    expect(await tested.succeed(detail, { id: standIn.cardId }, owner.token)).toMatchObject({
      status: 'negative',
    })
    await claimed(lost, '10.00')
    const [rest, more = 0n] = await balances(owner, [lost, standIn])
    expect([rest, more < owed]).toEqual([0n, true])
    expect(await movesOf(standIn, owner)).toEqual(['-10.05', '-30.25'])
    expect(await movesOf(lost, owner)).toEqual(['10.05', '30.25'])
    expect(await debtsTold(owner)).toHaveLength(2)
    expect(await checkLedger(tested.world.db)).toMatchObject({ disagreement: null })
  })

  test('is repaid by what comes back to it; only the rest goes to the wallet', async () => {
    const { owner, lost } = await lostCard()
    const asked = question(lost, { amount: '10.00' })
    await ask(tested, asked)
    const standIn = await replaced(tested, owner, lost)
    await claimed(lost, '30.00')
    const [, owed = 0n] = await balances(owner, [lost, standIn])
    expect(owed).toBeLessThan(0n)
    const { wallet } = await moneyOf(tested, owner)
    await tellEvent(tested, 'authorization.reversed', {
      cardId: lost.issuerCardId,
      threadId: asked.threadId,
      amount: '10.00',
    })
    // The claim has taken what was on hold, too.
    expect(await balances(owner, [lost, standIn])).toEqual([0n, owed])
    await tellEvent(tested, 'refund.posted', posting(lost, '25.00'))
    expect(await balances(owner, [lost, standIn])).toEqual([0n, 0n])
    expect((await moneyOf(tested, owner)).wallet - wallet).toBe((2500n + owed) * 10_000n)
    expect(await debtsTold(owner)).toMatchObject(
      [/^debtCarried/, /^debtRepaid/].map(told => expect.stringMatching(told)),
    )
  })

  test('follows through as many as were lost, and stays where none goes on', async () => {
    const { owner, lost } = await lostCard('0')
    const second = await replaced(tested, owner, lost)
    const third = await replaced(tested, owner, second)
    await claimed(lost, '5.00')
    const [, , owed = 0n] = await balances(owner, [lost, second, third])
    expect(owed).toBeLessThan(0n)
    await tested.world.db
      .updateTable('cards')
      .set({ status: 'closed' })
      .where('id', '=', third.cardId)
      .execute()
    await claimed(lost, '5.00')
    const [stays, nothing, same] = await balances(owner, [lost, second, third])
    expect([stays, nothing, same]).toEqual([owed, 0n, owed])
  })

  test('waits for the card that comes in place of the one that was lost next', async () => {
    const { owner, lost } = await lostCard('0')
    const second = await replaced(tested, owner, lost)
    const input = { id: second.cardId, why: 'lost', replace: false, pin: testPin, requestId: randomUUID() }
    await tested.succeed(control.reportLost, input, owner.token)
    await claimed(lost, '5.00')
    const [owed = 0n] = await balances(owner, [lost])
    expect(owed).toBeLessThan(0n)
    const { orderId } = await tested.succeed(control.replaceLost, { id: second.cardId }, owner.token)
    await workLater(tested)
    const third = await cardOf(tested, orderId, owner.token)
    expect(await balances(owner, [lost, second, third])).toEqual([0n, 0n, owed])
    expect(await checkLedger(tested.world.db)).toMatchObject({ disagreement: null })
  })

  test('is not forgotten by what doubts a claim: the two owe together', async () => {
    const { owner, lost } = await lostCard('0')
    const standIn = await replaced(tested, owner, lost)
    const { consumeMaxMinor, dayMaxMinor } = kindOf({ card_type_id: 'celadon' })
    const most = `${consumeMaxMinor / 100n}.00`
    for (let count = 0n; count <= dayMaxMinor / consumeMaxMinor; count++) await claimed(lost, most)
    const [, owed = 0n] = await balances(owner, [lost, standIn])
    const fees = dayMaxMinor / 10n
    expect(-owed).toBeLessThanOrEqual(dayMaxMinor + fees)
    const aside = tested.world.db
      .selectFrom('alarms')
      .select('detail')
      .where('kind', '=', 'issuer_event_ignored')
    expect((await aside.execute()).length).toBeGreaterThan(0)
  })
})

test('a card in place of a lost one has what that left of its limits, and of what a merchant may take', async () => {
  const { owner, lost } = await lostCard('0')
  const id = lost.cardId
  await tested.succeed(control.cardLimit, { id, set: { day: '30' } }, owner.token)
  await tested.succeed(control.cardMerchants, { id, set: { merchant: 'Kiln & Co', cap: '25' } }, owner.token)
  await claimed(lost, '20.00')
  const standIn = await replaced(tested, owner, await replaced(tested, owner, lost))
  const reasonOf = async (fields: Record<string, unknown>) =>
    (await ask(tested, question(standIn, fields))).reason
  const other = { name: 'Bog', city: 'Austin', country: 'US', mcc: '5999' }
  expect(await reasonOf({ amount: '11.00', merchant: other })).toBe('limit_day')
  expect(await reasonOf({ amount: '6.00' })).toBe('limit_merchant')
  const limits = await tested.succeed(control.cardLimit, { id: standIn.cardId }, owner.token)
  expect(limits.map(({ used }) => used)).toEqual(['0', '20', '20'])
})
