import { screen, waitFor } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import type { Bill } from '../../../contract/bill.ts'
import { setHideAmounts } from '../../state/locale.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing.tsx'
import BillPage from './bill.tsx'

const path = '/api/customer/userBill/30/1'
const idOf = (index: number) => `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`

function row(index: number, changes: Partial<Bill> = {}): Bill {
  return {
    id: idOf(index),
    type: 'consume',
    amount: '-1',
    currency: 'USD',
    fee: '0',
    account: '4821',
    remark: { merchant: `Shop ${index}` },
    status: 'done',
    createTime: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString(),
    cardOutId: idOf(999),
    traceId: idOf(index),
    ...changes,
  }
}

/** Answers as the server does: newest first, up to `endTime`. */
function serverOf(all: Bill[]) {
  return ({ endTime }: Record<string, unknown>) => {
    const mine = all.filter(({ createTime }) => !endTime || createTime <= String(endTime))
    const list = mine.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, 30)
    return done({ list, total: mine.length, page: 1, pageSize: 30 })
  }
}

describe('bill', () => {
  test('neither repeats nor loses a row while new ones arrive between two pages', async () => {
    signedInAs()
    const all = Array.from({ length: 70 }, (_, index) => row(index))
    stubApi({ [path]: serverOf(all) })
    const { container } = await renderPage('wallet', BillPage)
    for (const count of [59, 72]) {
      const more = await screen.findByText('加载更多')
      all.push(row(100 + count), row(200 + count))
      more.click()
      await waitFor(() => expect(container.querySelectorAll('li').length).toBe(Math.min(count, 70)))
    }
    const shown = [...container.querySelectorAll('li')].map(
      ({ textContent }) => textContent?.match(/Shop \d+/)?.[0],
    )
    expect(new Set(shown).size).toBe(70)
    expect(screen.getByText('以上是最近三个月的账单')).toBeTruthy()
  })

  test('puts what is pending on top and leaves it out of the sums', async () => {
    signedInAs()
    const all = [
      row(1, { amount: '-0.1' }),
      row(2, { amount: '-0.2' }),
      row(0, { status: 'pending', amount: '-9' }),
    ]
    stubApi({ [path]: serverOf(all) })
    const { container } = await renderPage('wallet', BillPage)
    await screen.findByText('Shop 0')
    expect(container.querySelector('li')?.textContent).toContain('Shop 0')
    expect(container.querySelector('section header')?.textContent).toContain('−$0.30')
  })

  test('offers a deposit when there is nothing at all, and to clear the filter when nothing matches', async () => {
    signedInAs()
    stubApi({ [path]: serverOf([]) })
    const { unmount } = await renderPage('wallet', BillPage)
    expect((await screen.findByText('充值')).getAttribute('href')).toContain('for=in')
    unmount()
    await renderPage('wallet', BillPage, { query: { type: 'refund' } })
    expect(await screen.findByText('清除筛选')).toBeTruthy()
  })

  test('does not show a failure as an empty list', async () => {
    signedInAs()
    stubApi({ [path]: { status: 500 } })
    await renderPage('wallet', BillPage)
    const retry = await screen.findByText('重试')
    expect(screen.queryByText(/还没有账单/)).toBeNull()
    stubApi({ [path]: serverOf([row(1)]) })
    retry.click()
    expect(await screen.findByText('Shop 1')).toBeTruthy()
  })

  test('asks for the months and kinds it is told, and for nothing else a URL may say', async () => {
    signedInAs()
    const sent = stubApi({ [path]: serverOf([]) })
    await renderPage('wallet', BillPage, { query: { type: 'fee', month: '2026-02' } })
    await screen.findByText('清除筛选')
    const first = new Date(2026, 1, 1).toISOString()
    expect(sent[0]?.body).toMatchObject({ type: 'fee', startTime: first })
    await renderPage('wallet', BillPage, { query: { type: 'nonsense', month: '13' } })
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toEqual({})
  })

  test('tells the trail of one bill: why it was declined, that it was free, what mends it', async () => {
    signedInAs()
    const bill = row(1, {
      status: 'declined',
      type: 'cardTransaction',
      remark: { merchant: 'Shop', reason: 'no_money' },
    })
    const step = { what: 'declined', at: bill.createTime, detail: { amount: '500', currency: 'USD' } }
    const answer = done({ bill, related: [row(2)], steps: [step, { ...step, what: 'never heard of' }] })
    stubApi({ '/api/customer/bill/detail': answer })
    const { container } = await renderPage('wallet', BillPage, { query: { id: bill.id } })
    expect(await screen.findByText('卡内可用余额不足。')).toBeTruthy()
    expect(screen.getByText(/没有扣款/)).toBeTruthy()
    expect(screen.getByText('给卡充值').getAttribute('href')).toContain(`cardId=${bill.cardOutId}`)
    expect(screen.getByText('状态更新')).toBeTruthy()
    expect(screen.getByText('Shop 2')).toBeTruthy()
    setHideAmounts(true)
    await waitFor(() => expect(container.textContent).not.toMatch(/\d\.\d\d/))
    setHideAmounts(false)
  })
})
