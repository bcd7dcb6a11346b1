import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressBook, checkAddress } from '../../../src/contract/address-book.ts'
import { payApply } from '../../../src/contract/application.ts'
import { userBill } from '../../../src/contract/bill.ts'
import type { Call } from '../../../src/contract/call.ts'
import { cardTranscationList, openCard, spending } from '../../../src/contract/card.ts'
import { autoRecharge, cardLimit } from '../../../src/contract/card-control.ts'
import * as wallet from '../../../src/contract/wallet.ts'
import * as withdrawal from '../../../src/contract/withdrawal.ts'
import { certified, funded, testPin } from '../../fixtures/account/customer.ts'
import { openedCard } from '../../fixtures/cards/cardholder.ts'
import { answerTo, fieldsOf, hostile } from '../../fixtures/hostile.ts'
import { standInIssuer } from '../../fixtures/issuer/stand-in-issuer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWithdrawalWorld, type Withdrawer, withdrawer } from '../../fixtures/wallet/withdrawer.ts'

// Everything about money, asked by a customer who could do it: with a right PIN, a card, an address and something in the
// wallet. What is wrong is told as wrong, and never breaks on our side.

const tested = throughout(() => startWithdrawalWorld({ issuer: standInIssuer() }))
let customer: Withdrawer
let cardId: string
beforeAll(async () => {
  customer = await withdrawer(tested)
  await certified(tested, customer)
  await funded(tested, { userId: customer.userId, amountMinor: 100_000_000n, currency: 'ETH' })
  cardId = (await openedCard(tested, customer, { rechargeAmount: '20' })).cardId
})

const larger = ['9999999999999', '9999999999999.99', '9999999999999.99999999', '99999999999.99999999']

const ruleOf = (amount: unknown) => ({
  threshold: amount,
  by: 'amount',
  amount,
  dayMax: amount,
  monthMax: amount,
})

/** Calls, each with what is right in all of its fields. */
function everyAsk(): [string, Call, Record<string, unknown>][] {
  const list = { pageSize: '10', page: '1' }
  const once = { pin: testPin }
  const { address } = customer
  const out = { currency: 'USDT', chain: 'ERC20', address, amount: '20' }
  const coin = { currency: 'ETH', amount: '0.1' }
  return [
    ['a deposit address', wallet.queryTransferIn, { currency: 'USDT', chain: 'ERC20', cardId, address }],
    [
      'a recharge',
      wallet.convertToCardBalance,
      { cardId, amount: '20', currency: 'USD', total: '20', ...once },
    ],
    [
      'money back from a card',
      wallet.convertToMasterBalance,
      { cardId, amount: '1', currency: 'USD', ...once },
    ],
    ['a conversion', wallet.convertToMasterBalance, { ...coin, quoteId: randomUUID(), ...once }],
    ['a quote', wallet.quote, { from: 'ETH', to: 'USDT', amount: '0.1' }],
    ['a withdrawal', withdrawal.transferOut, { ...out, receive: '19', ...once }],
    ['the terms of a withdrawal', withdrawal.transferOutQuote, out],
    [
      'what arrives of a withdrawal',
      withdrawal.transferOutQuote,
      { ...out, amount: undefined, receive: '19' },
    ],
    ['a withdrawal taken back', withdrawal.transferOutCancel, { id: randomUUID() }],
    ['one withdrawal', withdrawal.transferOutDetail, { id: randomUUID() }],
    ['withdrawals', withdrawal.transferOutList, { ...list, currency: 'USDT' }],
    ['an address', checkAddress, { chain: 'ERC20', address }],
    ['addresses', addressBook, { chain: 'ERC20' }],
    ['a card', openCard, { cardTypeId: 'celadon', rechargeAmount: '20', total: '30', ...once }],
    ['a physical card', payApply, { id: randomUUID(), total: '20', ...once }],
    ['purchases', cardTranscationList, { ...list, cardId, timezone: 'UTC', type: 'all', month: '2026-01' }],
    ['months', spending, { cardId, timezone: 'UTC' }],
    ['limits', cardLimit, { id: cardId, set: { single: '20', day: '20', month: '20' }, ...once }],
    [
      'a card that recharges itself',
      autoRecharge,
      { id: cardId, set: { isOn: true, rule: ruleOf('20') }, ...once },
    ],
    ['bills', userBill, { ...list, keyword: 'kiln' }],
  ]
}

describe('hostile bodies of money', () => {
  test('never break', async () => {
    for (const [name, call, right] of everyAsk()) {
      // Wrong PINs are tried elsewhere: here they would only lock it.
      const fields = fieldsOf(call).filter(field => field !== 'pin' && field !== 'requestId')
      const values = [...hostile, ...larger]
      const asks = fields.flatMap(field => values.map(value => ({ ...right, [field]: value })))
      const deep = values.map(value => ({
        ...right,
        set: { single: value, day: value, month: value, isOn: true, rule: ruleOf(value) },
      }))
      for (const ask of [...asks, ...(fields.includes('set') ? deep : [])]) {
        const input = fieldsOf(call).includes('requestId') ? { ...ask, requestId: randomUUID() } : ask
        const { status, body } = await answerTo(tested, call, input, customer)
        expect(
          status,
          `${name}: ${JSON.stringify(input).slice(0, 300)} ${JSON.stringify(body)}`,
        ).toBeLessThan(500)
        expect(['pin_unset', 'pin_incorrect', 'pin_locked']).not.toContain((body as { key?: string }).key)
      }
    }
  })
})
