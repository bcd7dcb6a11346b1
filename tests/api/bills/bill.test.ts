import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateUserInfo } from '../../../src/contract/account.ts'
import { detail, userBill } from '../../../src/contract/bill.ts'
import { cardTranscationList } from '../../../src/contract/card.ts'
import { parse } from '../../../src/contract/money.ts'
import { convertToCardBalance, convertToMasterBalance } from '../../../src/contract/wallet.ts'
import { continueBill, type NewBill } from '../../../src/server/bills/bills.ts'
import { idAt, newId } from '../../../src/server/id.ts'
import { newCustomer, testPin } from '../../fixtures/account/customer.ts'
import { begin, page, row, tested } from '../../fixtures/bills/written-bills.ts'
import {
  ask,
  moneyOf,
  openedCard,
  posting,
  question,
  readyCustomer,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'
import { boughtAt } from '../../fixtures/cards/dated.ts'

beforeAll(begin)
afterAll(() => tested.close())

/** As if it had been written then: the time of a row is the one in its id. */
const dated = (billId: string, at: Date) =>
  tested.world.db
    .updateTable('bills')
    .set({ id: idAt(at).slice(0, 14) + billId.slice(14), created_at: at })
    .where('id', '=', billId)
    .execute()

describe('bills', () => {
  test('of an adjustment say why in the language of the reader, and what the operator added', async () => {
    const customer = await newCustomer(tested)
    const noteOf = async (remark: Record<string, string>, lang: 'zh' | 'en') => {
      const { billId } = await row(customer, { kind: 'transfer', remark })
      await tested.succeed(updateUserInfo, { lang }, customer.token)
      return (await tested.succeed(detail, { id: billId }, customer.token)).bill.remark.note
    }
    expect(await noteOf({ adjusted: 'fee_return' }, 'zh')).toBe('退还手续费')
    expect(await noteOf({ adjusted: 'fee_return', note: 'of May' }, 'en')).toBe('a returned fee · of May')
    expect(await noteOf({ adjusted: 'other', note: 'of May' }, 'en')).toBe('of May')
    // From before there were codes.
    expect(await noteOf({ adjusted: 'yes', note: 'of May' }, 'en')).toBe('of May')
    expect(await noteOf({ note: 'lost' }, 'zh')).toBe('lost')
  })

  test('of somebody else are neither listed nor opened', async () => {
    const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
    const { billId, traceId } = await row(customer)
    await row(other, { traceId })
    const answers = await Promise.all(
      [billId, randomUUID()].map(id => tested.send(detail, { id }, other.token)),
    )
    expect(answers[0]).toMatchObject({ status: 403 })
    expect(answers[0]).toEqual(answers[1])
    expect((await tested.succeed(userBill, page(), other.token)).total).toBe(1)
    const { related } = await tested.succeed(detail, { id: billId }, customer.token)
    expect(related).toEqual([])
  })

  test('are filtered by kind, card, time and words; what is typed is no pattern', async () => {
    const customer = await newCustomer(tested)
    const cardId = newId()
    await row(customer, { kind: 'consume', account: '4242', cardId, remark: { merchant: 'Kiln & Co 50%' } })
    await row(customer, { kind: 'refund', account: '4242', cardId, remark: { merchant: 'Teahouse_A' } })
    await row(customer)
    const kinds = async (fields: Record<string, unknown>) =>
      (await tested.succeed(userBill, page(fields), customer.token)).list.map(({ type }) => type)
    expect(await kinds({ type: 'all' })).toEqual(['deposit', 'refund', 'consume'])
    expect(await kinds({ type: 'refund' })).toEqual(['refund'])
    expect(await kinds({ cardOutId: cardId })).toEqual(['refund', 'consume'])
    expect(await kinds({ keyword: 'kiln' })).toEqual(['consume'])
    expect(await kinds({ keyword: '424' })).toEqual(['refund', 'consume'])
    expect(await kinds({ keyword: '0%' })).toEqual(['consume'])
    expect(await kinds({ keyword: '%' })).toEqual(['consume'])
    expect(await kinds({ keyword: '_' })).toEqual(['refund'])
    expect(await kinds({ keyword: "' or 1=1 --" })).toEqual([])
    expect(await kinds({ endTime: new Date(Date.now() - 60_000).toISOString() })).toEqual([])
  })

  test('are those of the last three months, and older ones when asked', async () => {
    const customer = await newCustomer(tested)
    const { billId } = await row(customer)
    await dated(billId, new Date(Date.now() - 100 * 24 * 3600_000))
    await row(customer)
    expect((await tested.succeed(userBill, page(), customer.token)).total).toBe(1)
    const startTime = new Date(Date.now() - 101 * 24 * 3600_000).toISOString()
    expect((await tested.succeed(userBill, page({ startTime }), customer.token)).total).toBe(2)
  })

  test('are paged without a loss or a repeat while new ones arrive', async () => {
    const customer = await newCustomer(tested)
    for (let count = 0; count < 25; count++) await row(customer)
    const endTime = new Date().toISOString()
    const seen: string[] = []
    for (let number = 1; number <= 3; number++) {
      const input = page({ page: number, endTime })
      const answer = await tested.succeed(userBill, input, customer.token)
      expect(answer.total).toBe(25)
      seen.push(...answer.list.map(({ id }) => id))
      await new Promise(resolve => setTimeout(resolve, 5))
      await row(customer)
    }
    expect(seen).toHaveLength(25)
    expect(new Set(seen).size).toBe(25)
    expect(seen).toEqual([...seen].sort().reverse())
  })

  test('go on after the last row read, whatever has arrived above it', async () => {
    const customer = await newCustomer(tested)
    for (let count = 0; count < 25; count++) await row(customer)
    const seen: string[] = []
    while (seen.length < 25) {
      const after = seen.at(-1)
      // Where a row is named the number of the page says nothing.
      const input = page(after ? { after, page: 9 } : {})
      const answer = await tested.succeed(userBill, input, customer.token)
      expect(answer.total).toBe(25 - seen.length)
      seen.push(...answer.list.map(({ id }) => id))
      await row(customer)
    }
    expect(seen).toEqual([...new Set(seen)].sort().reverse())
    const end = await tested.succeed(userBill, page({ after: seen.at(-1) }), customer.token)
    expect(end).toMatchObject({ list: [], total: 0 })
  })

  test('open with the rows of their movement and each step so far', async () => {
    const customer = await newCustomer(tested)
    const { billId, traceId } = await row(customer, { status: 'pending', remark: { network: 'ERC20' } })
    const fee = await row(customer, { kind: 'fee', amountMinor: -1n, traceId })
    const step = { what: 'credited', detail: { confirms: '3' } }
    await continueBill(tested.world.db, { billId, status: 'done', remark: { confirms: '3' }, step })
    const opened = await tested.succeed(detail, { id: billId }, customer.token)
    expect(opened.bill).toMatchObject({ status: 'done', remark: { network: 'ERC20', confirms: '3' } })
    expect(opened.related.map(({ id }) => id)).toEqual([fee.billId])
    expect(opened.steps.map(({ what }) => what)).toEqual(['credited', 'credited'])
  })

  test('say what happens next while something will, and which movement of the books they tell of', async () => {
    const customer = await newCustomer(tested)
    const opened = async (fields: Partial<NewBill>) => {
      const { billId } = await row(customer, { status: 'pending', step: { what: 'seen' }, ...fields })
      return await tested.succeed(detail, { id: billId }, customer.token)
    }
    const next = async (kind: NewBill['kind'], what = '') => (await opened({ kind, step: { what } })).next
    expect(await next('deposit', 'confirming')).toBe('confirmations')
    expect(await next('remittance', 'seen')).toBe('confirmations')
    expect(await next('withdraw', 'requested')).toBe('sending')
    expect(await next('withdraw', 'review')).toBe('review')
    expect(await next('withdraw', 'approved')).toBe('sending')
    expect(await next('withdraw', 'signed')).toBe('confirmations')
    expect(await next('cardTransaction', 'authorized')).toBe('clearing')
    expect(await next('openCard', 'reserved')).toBe('issuer')
    expect(await opened({ status: 'failed' })).toMatchObject({ next: null, transferId: null })
    const transferId = newId()
    const done = await opened({ status: 'done', transferId, step: { what: 'credited' } })
    expect(done).toMatchObject({ next: null, transferId })
    expect(done.steps[0]?.detail).toEqual({ transferId })
  })
})

describe('what bills say', () => {
  test('adds up to what wallet and card hold', async () => {
    const customer = await readyCustomer(tested, '500')
    const card = await openedCard(tested, customer, { rechargeAmount: '50' })
    const move = { cardId: card.cardId, currency: 'USDT', pin: testPin }
    const requestId = randomUUID
    await tested.succeed(
      convertToCardBalance,
      { ...move, amount: '100', requestId: requestId() },
      customer.token,
    )
    await tested.succeed(
      convertToMasterBalance,
      { ...move, amount: '30', requestId: requestId() },
      customer.token,
    )
    const asked = question(card, { amount: '33.33' })
    await ask(tested, asked)
    await ask(tested, question(card, { amount: '500.00' }))
    const { threadId } = asked
    await tellEvent(tested, 'clearing.posted', posting(card, '33.33', { threadId, final: true }))
    await tellEvent(tested, 'refund.posted', posting(card, '3.33', { threadId }))

    const { list } = await tested.succeed(userBill, page({ pageSize: 100 }), customer.token)
    let [wallet, onCard] = [500_000_000n, 0n]
    for (const { amount, currency, account, status, remark } of list) {
      if (status !== 'done') continue
      const minor = parse(amount, currency) ?? 0n
      if (account === 'wallet') wallet += minor
      else onCard += minor
      if (remark.paidCurrency === 'USDT') wallet -= parse(remark.paid ?? '', 'USDT') ?? 0n
      if (remark.paidCurrency === 'USD') onCard -= parse(remark.paid ?? '', 'USD') ?? 0n
    }
    expect({ wallet, card: onCard }).toEqual(
      await moneyOf(tested, customer, card).then(({ wallet, card }) => ({ wallet, card })),
    )
  })

  test('of a card belongs to a month of the reader’s time zone', async () => {
    const customer = await readyCustomer(tested, '100')
    const card = await openedCard(tested, customer, { rechargeAmount: '50' })
    const asked = question(card)
    await ask(tested, asked)
    // 31 October, 16:30 UTC, is November in Shanghai, and still October in New York.
    await boughtAt(tested, asked, new Date('2026-10-31T16:30:00Z'))
    const count = async (fields: Record<string, unknown>) => {
      const input = page({ cardId: card.cardId, ...fields })
      return (await tested.succeed(cardTranscationList, input, customer.token)).total
    }
    expect(await count({ month: '2026-11' })).toBe(1)
    expect(await count({ month: '2026-10' })).toBe(0)
    expect(await count({ month: '2026-10', timezone: 'America/New_York' })).toBe(1)
    expect(await count({ month: '2026-11', timezone: 'America/New_York' })).toBe(0)
    expect(await count({ month: '2026-11', status: 'pending', type: 'online' })).toBe(1)
    expect(await count({ month: '2026-11', status: 'posted' })).toBe(0)
    const wrong = page({ cardId: card.cardId, timezone: 'Mars/Olympus' })
    expect(await tested.send(cardTranscationList, wrong, customer.token)).toMatchObject({
      key: 'input_invalid',
    })
  })
})
