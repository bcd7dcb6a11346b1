import { describe, expect, test } from 'vitest'
import type { Bill } from '../../../../../contract/bill.ts'
import { appended, downTo, renewed as renewedBy, type Shelf } from './shelf.ts'

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

/** The first page of `all`, of three rows, as the server gives it to somebody who has this shelf. */
function renewed(shelf: Shelf | null, all: readonly Bill[]): Shelf {
  const to = downTo(shelf)
  const total = to === undefined ? all.length : all.filter(({ id }) => id >= to).length
  return renewedBy(shelf, { list: all.slice(0, 3), total }, { pageSize: 3, to })
}

describe('a shelf of bills', () => {
  test('does not repeat a row that both pages hold', () => {
    const shelf = renewed(null, rows('fedcba'))
    const next = appended(shelf, { list: rows('dcb'), total: 4 })
    expect(ids(next.bills)).toBe('fedcb')
    expect(next.hasMore).toBe(true)
    expect(appended(next, { list: rows('ba'), total: 2 })).toMatchObject({ hasMore: false })
  })

  test('puts new rows on top and keeps what was read below', () => {
    const shelf = { bills: rows('fedcba'), hasMore: false }
    const next = renewed(shelf, rows('gfedcba'))
    expect(ids(next.bills)).toBe('gfedcba')
    expect(next.hasMore).toBe(false)
  })

  test('shows a known row as it is now', () => {
    const shelf = { bills: [bill('b', { status: 'pending' }), bill('a')], hasMore: false }
    expect(renewed(shelf, rows('ba')).bills[0]?.status).toBe('done')
  })

  test('keeps what has not changed the very same, whatever stands beside it', () => {
    const shelf = { bills: [bill('b', { status: 'pending' }), bill('a')], hasMore: false }
    const next = renewed(shelf, rows('cba'))
    expect(next.bills[2]).toBe(shelf.bills[1])
    expect(next.bills[1]).not.toBe(shelf.bills[0])
  })

  test('drops a row that no longer belongs', () => {
    const shelf = { bills: rows('edcba'), hasMore: false }
    expect(ids(renewed(shelf, rows('edba')).bills)).toBe('edba')
  })

  test('takes in a row that was committed late, below newer ones', () => {
    const shelf = { bills: rows('gfdba'), hasMore: false }
    expect(ids(renewed(shelf, rows('gfedba')).bills)).toBe('gfedba')
  })

  test.each([true, false])(
    'begins anew for one committed late below the newest page, older ones: %s',
    hasMore => {
      const all = rows(hasMore ? 'ihgfedcba' : 'ihgfedc')
      const shelf = { bills: rows('igfec'), hasMore }
      const anew = renewed(shelf, all)
      expect(anew).toEqual({ bills: rows('ihg'), hasMore: true })
      const next = appended(anew, { list: rows('fed'), total: all.length - 3 })
      expect(ids(renewed(next, all).bills)).toBe('ihgfed')
    },
  )

  test('begins anew for one that was committed late below all that there was', () => {
    const shelf = { bills: rows('fedcb'), hasMore: false }
    expect(renewed(shelf, rows('fedcba'))).toEqual({ bills: rows('fed'), hasMore: true })
  })

  test('leaves what is committed late below what was read to the next page', () => {
    const shelf = { bills: rows('fedc'), hasMore: true }
    expect(renewed(shelf, rows('fedcba'))).toEqual(shelf)
  })

  test('begins anew when more rows arrived than a page holds, so that none is missing', () => {
    const shelf = { bills: rows('cba'), hasMore: false }
    expect(renewed(shelf, rows('ihgfedcba'))).toEqual({ bills: rows('ihg'), hasMore: true })
  })

  test('has no more counted than the server counts', () => {
    const bills = Array.from({ length: 1200 }, (_, n) => bill(`${5000 - n}`))
    expect(downTo({ bills, hasMore: true })).toBe('4100')
    const shelf = { bills: bills.slice(1), hasMore: true }
    expect(renewed(shelf, bills).bills).toHaveLength(1200)
  })
})
