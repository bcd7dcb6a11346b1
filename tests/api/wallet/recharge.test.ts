import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { userBill } from '../../../src/contract/bill.ts'
import {
  convertToCardBalance,
  convertToMasterBalance,
  masterBudgetBalance,
} from '../../../src/contract/wallet.ts'
import type { CardStatus } from '../../../src/server/cards/tables.ts'
import { funded, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  ask,
  moneyOf,
  openedCard,
  posting,
  question,
  readyCustomer,
  setStatus,
  startCardWorld,
  type TestCard,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'

const tested = throughout(startCardWorld)

const move = ({ cardId }: TestCard, amount: string, fields: Record<string, unknown> = {}) => ({
  cardId,
  amount,
  currency: 'USDT',
  pin: testPin,
  requestId: randomUUID(),
  ...fields,
})

async function keyOf(
  call: typeof convertToCardBalance | typeof convertToMasterBalance,
  input: object,
  token: string,
) {
  const envelope = await tested.send(call, { ...input }, token)
  return 'key' in envelope ? [envelope.key, envelope.data] : envelope
}

const to = (card: TestCard, status: CardStatus) => setStatus(tested.world.db, card, status)

/** A customer with a card and that much left in the wallet. */
async function cardholder(usdt: string): Promise<[TestCustomer, TestCard]> {
  const customer = await readyCustomer(tested, '5')
  const card = await openedCard(tested, customer)
  if (usdt !== '0')
    await funded(tested, { userId: customer.userId, amountMinor: BigInt(Number(usdt) * 1_000_000) })
  return [customer, card]
}

describe('a recharge is refused', () => {
  test('of another person’s card, with a wrong PIN, out of range, in a coin, beyond the balance', async () => {
    const [customer, card] = await cardholder('100')
    const [other] = await cardholder('100')
    expect(await tested.send(convertToCardBalance, move(card, '20'), other.token)).toMatchObject({
      status: 403,
    })
    const refusal = (amount: string, fields = {}) =>
      keyOf(convertToCardBalance, move(card, amount, fields), customer.token)
    expect(await refusal('20', { pin: 'wrong-pin' })).toMatchObject(['pin_incorrect', { triesLeft: 4 }])
    for (const amount of ['0', '9.99', '10000.01', '20.001']) {
      expect(await refusal(amount)).toEqual(['amount_out_of_range', { min: '10', max: '10000' }])
    }
    expect(await refusal('20', { currency: 'ETH' })).toEqual(['currency_unsupported', null])
    expect(await refusal('100')).toEqual(['balance_insufficient', { missing: '11', keep: '10' }])
    expect(await refusal('20', { fee: '0' })).toMatchObject(['input_invalid', {}])
    expect(await moneyOf(tested, customer, card)).toMatchObject({ wallet: 100_000_000n, card: 0n })
  })

  test('at another total than it costs now, with the new one; at the same, it is done', async () => {
    const [customer, card] = await cardholder('100')
    const recharge = (total: string) =>
      keyOf(convertToCardBalance, move(card, '20', { total }), customer.token)
    expect(await recharge('20.1')).toEqual(['quote_expired', { fee: '0.2', total: '20.2' }])
    expect(await moneyOf(tested, customer, card)).toMatchObject({ wallet: 100_000_000n, card: 0n })
    expect(await recharge('20.20')).toMatchObject({ code: 1, data: { fee: '0.2' } })
  })

  test('of a card that is closed or that we froze', async () => {
    const [customer, card] = await cardholder('100')
    const refusal = () => keyOf(convertToCardBalance, move(card, '20'), customer.token)
    for (const status of ['closed', 'lost', 'expired'] as const) {
      await to(card, status)
      expect(await refusal()).toEqual(['card_closed', null])
    }
    await to(card, 'frozen_risk')
    expect(await refusal()).toEqual(['card_frozen', null])
    expect(await moneyOf(tested, customer, card)).toMatchObject({ wallet: 100_000_000n, card: 0n })
  })
})

describe('the first recharge of an account', () => {
  test('leaves 10 USDT: the amount is capped, and one cent less is too', async () => {
    const [customer, card] = await cardholder('100')
    const recharge = (amount: string) => keyOf(convertToCardBalance, move(card, amount), customer.token)
    // 89.10 and its fee of 0.891 leave 10.009; a cent more leaves 9.9989.
    const capped = ['amount_out_of_range', { min: '10', max: '89.1', keep: '10' }]
    expect(await recharge('99')).toEqual(capped)
    expect(await recharge('89.11')).toEqual(capped)
    expect(await recharge('89.1')).toMatchObject({ code: 1, data: { walletAvailable: '10.009' } })
  })

  test('is not possible with less than the smallest recharge, its fee and 10 USDT; says what is missing', async () => {
    const [customer, card] = await cardholder('20')
    expect(await keyOf(convertToCardBalance, move(card, '10'), customer.token)).toEqual([
      'balance_insufficient',
      { missing: '0.1', keep: '10' },
    ])
    await funded(tested, { userId: customer.userId, amountMinor: 100_000n })
    expect(await keyOf(convertToCardBalance, move(card, '10'), customer.token)).toMatchObject({ code: 1 })
  })

  test('of more than there is says what is missing with the 10 USDT that stay', async () => {
    const [customer, card] = await cardholder('20')
    const recharge = (amount: string) => keyOf(convertToCardBalance, move(card, amount), customer.token)
    // 30 and its fee of 0.3 come to 40.3 with what stays.
    expect(await recharge('30')).toEqual(['balance_insufficient', { missing: '20.3', keep: '10' }])
    await funded(tested, { userId: customer.userId, amountMinor: 20_300_000n })
    expect(await recharge('30')).toMatchObject({ code: 1, data: { walletAvailable: '10' } })
    expect(await recharge('30')).toEqual(['balance_insufficient', { missing: '20.3' }])
  })

  test('is the first by own decision: what came with the card does not count, the second is free', async () => {
    const customer = await readyCustomer(tested, '200')
    const card = await openedCard(tested, customer, { rechargeAmount: '100' })
    const recharge = (amount: string) => keyOf(convertToCardBalance, move(card, amount), customer.token)
    const keep = async () => (await tested.succeed(masterBudgetBalance, {}, customer.token)).firstKeep
    expect(await recharge('90')).toMatchObject(['amount_out_of_range', { keep: '10' }])
    expect(await keep()).toBe('10')
    expect(await recharge('20')).toMatchObject({ code: 1 })
    expect(await keep()).toBeNull()
    // 94 − 20.2 = 73.8 are left; 73.06 and 0.7306 fit without the rule.
    expect(await recharge('73.06')).toMatchObject({ code: 1, data: { walletAvailable: '0.0094' } })
  })
})

describe('a recharge', () => {
  test('moves amount and fee once, and says so in two rows and one message', async () => {
    const [customer, card] = await cardholder('100')
    const once = move(card, '50')
    const answer = await tested.succeed(convertToCardBalance, once, customer.token)
    expect(answer).toMatchObject({ amount: '50', fee: '0.5', cardAvailable: '50', walletAvailable: '49.5' })
    expect(await tested.succeed(convertToCardBalance, once, customer.token)).toEqual(answer)
    expect(await keyOf(convertToCardBalance, { ...once, amount: '60' }, customer.token)).toEqual([
      'request_changed',
      null,
    ])
    expect(await moneyOf(tested, customer, card)).toMatchObject({ wallet: 49_500_000n, card: 5000n })
    const { list } = await tested.succeed(userBill, { pageSize: 2, page: 1 }, customer.token)
    expect(list).toMatchObject([
      { type: 'fee', amount: '-0.5', account: 'wallet' },
      { type: 'topUp', amount: '50', account: card.last4, remark: { paid: '50', paidCurrency: 'USDT' } },
    ])
    expect(list[0]?.traceId).toBe(list[1]?.traceId)
    const told = await tested.world.db
      .selectFrom('messages')
      .select('id')
      .where('user_id', '=', customer.userId)
      .where('notice_type', '=', 'rechargeArrival')
      .execute()
    expect(told).toHaveLength(1)
  })

  test('reaches a card that its owner froze, and repays first what the card owes', async () => {
    const [customer, card] = await cardholder('100')
    await tellEvent(tested, 'clearing.posted', posting(card, '30.00', { final: true }))
    expect(await moneyOf(tested, customer, card)).toMatchObject({ card: -3015n })
    await to(card, 'frozen_user')
    const answer = await tested.succeed(convertToCardBalance, move(card, '50'), customer.token)
    expect(answer).toMatchObject({ cardAvailable: '19.85' })
  })

  test('at once with others never takes more than there is', async () => {
    const [customer, card] = await cardholder('100')
    await tested.succeed(convertToCardBalance, move(card, '10'), customer.token)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => keyOf(convertToCardBalance, move(card, '30'), customer.token)),
    )
    expect(answers.filter(answer => 'code' in answer)).toHaveLength(2)
    const { wallet, card: onCard } = await moneyOf(tested, customer, card)
    expect([wallet, onCard]).toEqual([89_900_000n - 60_600_000n, 7000n])
  })
})

describe('card to wallet', () => {
  test('is refused beyond what is free, of nothing, below zero, and when we froze the card', async () => {
    const [customer, card] = await cardholder('100')
    await tested.succeed(convertToCardBalance, move(card, '50'), customer.token)
    await ask(tested, question(card, { amount: '20.00' }))
    const refusal = (amount: string) => keyOf(convertToMasterBalance, move(card, amount), customer.token)
    // 20.00 and its fee of 0.10 are held.
    expect(await refusal('29.91')).toEqual(['balance_insufficient', { missing: '0.01' }])
    for (const amount of ['0', '0.001']) {
      expect(await refusal(amount)).toEqual(['amount_out_of_range', { min: '0.01', max: '29.9' }])
    }
    await to(card, 'frozen_risk')
    expect(await refusal('1')).toEqual(['card_frozen', null])
    await to(card, 'active')
    await tellEvent(tested, 'clearing.posted', posting(card, '80.00', { final: true }))
    expect(await refusal('1')).toEqual(['balance_negative', { missing: '30.4' }])
  })

  test('moves one to one and free, from a closed card too; there and back gains nothing', async () => {
    const [customer, card] = await cardholder('100')
    await tested.succeed(convertToCardBalance, move(card, '50'), customer.token)
    const once = move(card, '20.5', { currency: 'USD' })
    const answer = await tested.succeed(convertToMasterBalance, once, customer.token)
    expect(answer).toMatchObject({
      amount: '20.5',
      fee: '0',
      received: '20.5',
      cardAvailable: '29.5',
      walletAvailable: '70',
    })
    expect(await tested.succeed(convertToMasterBalance, once, customer.token)).toEqual(answer)
    await to(card, 'closed')
    await tested.succeed(convertToMasterBalance, move(card, '29.5'), customer.token)
    expect(await moneyOf(tested, customer, card)).toMatchObject({ wallet: 99_500_000n, card: 0n })
    const { list } = await tested.succeed(
      userBill,
      { pageSize: 5, page: 1, type: 'transfer' },
      customer.token,
    )
    expect(list).toMatchObject([
      { amount: '29.5', currency: 'USDT', account: 'wallet', remark: { from: card.last4 } },
      { id: answer.billId, amount: '20.5', currency: 'USDT', account: 'wallet' },
    ])
  })
})
