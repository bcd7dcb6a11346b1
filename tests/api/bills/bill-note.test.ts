import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detail, note, userBill } from '../../../src/contract/bill.ts'
import { continueBill } from '../../../src/server/bills/bills.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { begin, page, row, tested } from '../../fixtures/bills/written-bills.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('a note on a bill', () => {
  test('stands on the row wherever it is shown, through what happens to it, until it is taken away', async () => {
    const customer = await newCustomer(tested)
    const { billId, traceId } = await row(customer, { status: 'pending', step: { what: 'seen' } })
    const fee = await row(customer, { kind: 'fee', traceId })
    const shown = async () => {
      const { list } = await tested.succeed(userBill, page(), customer.token)
      const { bill } = await tested.succeed(detail, { id: billId }, customer.token)
      const { related } = await tested.succeed(detail, { id: fee.billId }, customer.token)
      return [list.find(({ id }) => id === billId), bill, related[0]].map(row => row?.note)
    }
    expect(await shown()).toEqual([undefined, undefined, undefined])
    const kept = await tested.succeed(note, { id: billId, note: '  给妈妈的 🎁 ' }, customer.token)
    expect(kept).toEqual({ note: '给妈妈的 🎁' })
    await continueBill(tested.world.db, { billId, status: 'done', step: { what: 'credited' } })
    expect(await shown()).toEqual(Array(3).fill('给妈妈的 🎁'))
    expect(await tested.succeed(note, { id: billId, note: ' ' }, customer.token)).toEqual({ note: null })
    expect(await shown()).toEqual([undefined, undefined, undefined])
  })

  test('is found by a search, with other words of the row', async () => {
    const customer = await newCustomer(tested)
    const { billId } = await row(customer, { remark: { network: 'ERC20' } })
    await row(customer, { remark: { network: 'ERC20' } })
    await tested.succeed(note, { id: billId, note: 'Rent of 100% May' }, customer.token)
    const found = async (keyword: string) =>
      (await tested.succeed(userBill, page({ keyword }), customer.token)).list.map(({ id }) => id)
    expect(await found('rENT')).toEqual([billId])
    expect(await found('erc20 rent')).toEqual([billId])
    expect(await found('100%')).toEqual([billId])
    expect(await found('rent june')).toEqual([])
    expect(await found('r%t')).toEqual([])
  })

  test('covers a card number', async () => {
    const customer = await newCustomer(tested)
    const { billId } = await row(customer)
    const kept = await tested.succeed(
      note,
      { id: billId, note: 'from 4242 4242 4242 4242, lunch' },
      customer.token,
    )
    expect(kept).toEqual({ note: 'from ****4242, lunch' })
  })

  test.each([
    ['longer than 140 characters', '釉'.repeat(141)],
    ['of two lines', 'one\ntwo'],
    ['with a character of control', 'a\0b'],
    ['with half a character', 'a\ud83d'],
  ])('%s is refused, and what was there stays', async (_, typed) => {
    const customer = await newCustomer(tested)
    const { billId } = await row(customer)
    await tested.succeed(note, { id: billId, note: '🏺'.repeat(70) }, customer.token)
    const refused = await tested.send(note, { id: billId, note: typed }, customer.token)
    expect(refused).toMatchObject({ key: 'input_invalid' })
    const { bill } = await tested.succeed(detail, { id: billId }, customer.token)
    expect(bill.note).toBe('🏺'.repeat(70))
  })

  test("is not written on another's bill", async () => {
    const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
    const { billId } = await row(customer)
    expect(await tested.send(note, { id: billId, note: 'mine' }, other.token)).toMatchObject({ status: 403 })
    const { bill } = await tested.succeed(detail, { id: billId }, customer.token)
    expect(bill.note).toBeUndefined()
  })
})
