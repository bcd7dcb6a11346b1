import { describe, expect, test } from 'vitest'
import type { Bill } from '../../../../contract/bill.ts'
import { appended, renewed } from './shelf.ts'

function bill(id: string, changes: Partial<Bill> = {}): Bill {
  const row = {
    type: 'deposit',
    amount: '1',
    currency: 'USDT',
    fee: '0',
    account: 'wallet',
    remark: {},
  } as const
  return {
    ...row,
    id,
    status: 'done',
    createTime: '2026-11-20T00:00:00.000Z',
    cardOutId: null,
    traceId: id,
    ...changes,
  }
}
const ids = (bills: readonly Bill[]) => bills.map(({ id }) => id).join('')
const rows = (letters: string) => [...letters].map(letter => bill(letter))

describe('a shelf of bills', () => {
  test('does not repeat a row that both pages hold', () => {
    const shelf = renewed(null, { list: rows('fed'), total: 6 })
    const next = appended(shelf, { list: rows('dcb'), total: 4 })
    expect(ids(next.bills)).toBe('fedcb')
    expect(next.hasMore).toBe(true)
    expect(appended(next, { list: rows('ba'), total: 2 })).toMatchObject({ hasMore: false })
  })

  test('puts new rows on top and keeps what was read below', () => {
    const shelf = { bills: rows('fedcba'), hasMore: false }
    const next = renewed(shelf, { list: rows('gfe'), total: 7 })
    expect(ids(next.bills)).toBe('gfedcba')
    expect(next.hasMore).toBe(false)
  })

  test('shows a known row as it is now', () => {
    const shelf = { bills: [bill('b', { status: 'pending' }), bill('a')], hasMore: false }
    expect(renewed(shelf, { list: rows('ba'), total: 2 }).bills[0]?.status).toBe('done')
  })

  test('keeps what has not changed the very same, whatever stands beside it', () => {
    const shelf = { bills: [bill('b', { status: 'pending' }), bill('a')], hasMore: false }
    const next = renewed(shelf, { list: rows('cba'), total: 3 })
    expect(next.bills[2]).toBe(shelf.bills[1])
    expect(next.bills[1]).not.toBe(shelf.bills[0])
  })

  test('drops a row that no longer belongs', () => {
    const shelf = { bills: rows('dcba'), hasMore: false }
    expect(ids(renewed(shelf, { list: rows('db'), total: 3 }).bills)).toBe('dba')
  })

  test('takes in a row that was committed late, below newer ones', () => {
    const shelf = { bills: rows('geba'), hasMore: false }
    expect(ids(renewed(shelf, { list: rows('hgfe'), total: 6 }).bills)).toBe('hgfeba')
  })

  test('begins anew when more rows arrived than a page holds, so that none is missing', () => {
    const shelf = { bills: rows('cba'), hasMore: false }
    expect(renewed(shelf, { list: rows('ihg'), total: 9 })).toEqual({ bills: rows('ihg'), hasMore: true })
  })
})
