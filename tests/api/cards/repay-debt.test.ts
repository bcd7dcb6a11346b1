import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { applyCard, payApply } from '../../../src/contract/application.ts'
import { userBill } from '../../../src/contract/bill.ts'
import { cards, openCard } from '../../../src/contract/card.ts'
import { repayDebt } from '../../../src/contract/wallet.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { applicant, applied, form, payment } from '../../fixtures/cards/applicant.ts'
import {
  messagesOf,
  moneyOf,
  openedCard,
  posting,
  readyCustomer,
  startCardWorld,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'
import { indebted } from '../../fixtures/cards/indebted.ts'
import { throughout } from '../../fixtures/throughout.ts'

// What a card owes that is over: it cannot be recharged any more, and is repaid from the wallet.

const tested = throughout(startCardWorld)

async function debtor(usd = '12.34', usdt = '40') {
  const owner = await readyCustomer(tested, usdt)
  return { owner, cardId: await indebted(tested.world.db, owner.userId, usd) }
}

const wish = (id: string, amount = '12.34') => ({ id, amount, pin: testPin, requestId: randomUUID() })
const repay = ({ token }: TestCustomer, input: object) => tested.send(repayDebt, input, token)
const shown = async ({ token }: TestCustomer, cardId: string) => {
  const { list } = await tested.succeed(cards, { pageSize: 10, page: 1 }, token)
  return list.find(({ id }) => id === cardId)
}
const balanceOf = async (owner: TestCustomer, cardId: string) => (await shown(owner, cardId))?.balance ?? ''

describe('what a card owes that is over', () => {
  test('is repaid in one decision, one to one and without a fee', async () => {
    const { owner, cardId } = await debtor()
    const input = wish(cardId)
    const repaid = await tested.succeed(repayDebt, input, owner.token)
    expect(repaid).toMatchObject({ amount: '12.34', paid: '12.34', walletAvailable: '27.66' })
    expect(await tested.succeed(repayDebt, input, owner.token)).toEqual(repaid)
    expect(await balanceOf(owner, cardId)).toBe('0')
    expect((await moneyOf(tested, owner)).wallet).toBe(27_660_000n)
    const asked = { pageSize: 9, page: 1, cardOutId: cardId }
    const { list } = await tested.succeed(userBill, asked, owner.token)
    const remark = { from: 'wallet', to: '4242', paid: '12.34', paidCurrency: 'USDT', fee: '0' }
    expect(list).toMatchObject([{ id: repaid.billId, type: 'topUp', amount: '12.34', remark }])
    const told = (await messagesOf(tested, owner)).filter(({ params }) => params.what === 'debtPaid')
    expect(told).toMatchObject([{ params: { amount: '12.34', last4: '4242' } }])
    expect(await repay(owner, wish(cardId))).toMatchObject({
      key: 'modify_failed',
      data: { reason: 'no_debt' },
    })
    expect(await checkLedger(tested.world.db)).toMatchObject({ disagreement: null })
  })

  test('is not repaid at another amount, nor from too little, nor by somebody else', async () => {
    const { owner, cardId } = await debtor('50.01')
    for (const amount of ['50', '50.02', '0'])
      expect(await repay(owner, wish(cardId, amount)), amount).toMatchObject({
        key: 'quote_expired',
        data: { total: '50.01' },
      })
    expect(await repay(owner, wish(cardId, '50.01'))).toMatchObject({
      key: 'balance_insufficient',
      data: { missing: '10.01' },
    })
    const stranger = await readyCustomer(tested, '100')
    expect(await repay(stranger, wish(cardId, '50.01'))).toMatchObject({ status: 403 })
    expect(await balanceOf(owner, cardId)).toBe('-50.01')
    expect((await moneyOf(tested, owner)).wallet).toBe(40_000_000n)
    expect((await moneyOf(tested, stranger)).wallet).toBe(100_000_000n)
  })

  test('of a card in use is repaid to the cent, where a recharge would have its least and its fee', async () => {
    const owner = await readyCustomer(tested, '100')
    const card = await openedCard(tested, owner, { rechargeAmount: '20' })
    await tellEvent(tested, 'clearing.posted', posting(card, '21.00', { final: true }))
    const owed = (await balanceOf(owner, card.cardId)).slice(1)
    await tested.succeed(repayDebt, wish(card.cardId, owed), owner.token)
    expect(await shown(owner, card.cardId)).toMatchObject({ balance: '0', status: 'active' })
  })
})

describe('another card', () => {
  test('is not opened for a debtor, who is told what is owed and where', async () => {
    const { owner, cardId } = await debtor('20')
    await indebted(tested.world.db, owner.userId, '1.5')
    const opening = () => ({ cardTypeId: 'celadon', pin: testPin, requestId: randomUUID() })
    expect(await tested.send(openCard, opening(), owner.token)).toMatchObject({
      code: 1418,
      key: 'debt_unpaid',
      data: { owed: '21.5', cardId, last4: '4242' },
    })
    await tested.succeed(repayDebt, wish(cardId, '20'), owner.token)
    expect(await tested.send(openCard, opening(), owner.token)).toMatchObject({ data: { owed: '1.5' } })
    expect((await moneyOf(tested, owner)).wallet).toBe(20_000_000n)
  })

  test('is neither applied for nor paid for until the debt is repaid', async () => {
    const who = await applicant(tested)
    const { userId, token } = who.customer
    const begun = await applied(tested, who)
    const cardId = await indebted(tested.world.db, userId, '3')
    const refusal = { code: 1418, key: 'debt_unpaid', data: { owed: '3', cardId, last4: '4242' } }
    expect(await tested.send(applyCard, form(who), token)).toMatchObject(refusal)
    expect(await tested.send(payApply, payment(begun), token)).toMatchObject(refusal)
    await tested.succeed(repayDebt, wish(cardId, '3'), token)
    expect(await tested.send(payApply, payment(begun), token)).toMatchObject({ code: 1 })
  })
})
