import { act, screen, waitFor } from '@testing-library/preact'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Bill } from '../../../contract/bill.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import { clock } from '../../ui/when.ts'
import BillPage from './bill.tsx'
import { row } from './testing/bill-row.ts'

const path = '/api/customer/userBill/30/1'
const sumsPath = '/api/customer/bill/sums'
const ofHere = (at: string) => new Date(at).toLocaleDateString('sv').slice(0, 7)

/** Answers as the server does: newest first, below the row `after`. */
function serverOf(all: Bill[]) {
  return ({ after }: Record<string, unknown>) => {
    const mine = all.filter(({ id }) => !after || id < String(after))
    const list = mine.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, 30)
    return done({ list, total: mine.length, page: 1, pageSize: 30 })
  }
}

function shopIn({ textContent }: Element): string | undefined {
  return textContent?.match(/Shop \d+/)?.[0]
}

describe('bill', () => {
  test('neither repeats nor loses a row while new ones arrive between two pages', async () => {
    signedInAs()
    const all = Array.from({ length: 70 }, (_, index) => row(index))
    stubApi({ [path]: serverOf(all) })
    const { container } = await renderPage('wallet', BillPage)
    for (const count of [60, 70]) {
      const more = await screen.findByText('加载更多')
      all.push(row(100 + count), row(200 + count))
      more.click()
      await waitFor(() => expect(container.querySelectorAll('li').length).toBe(count))
    }
    const shown = [...container.querySelectorAll('li')].map(shopIn)
    expect(new Set(shown).size).toBe(70)
    expect(screen.getByText('以上是最近三个月的账单')).toBeTruthy()
  })

  test('draws the rows that arrive ten by ten, what is pending before all others', async () => {
    signedInAs()
    const all = Array.from({ length: 30 }, (_, index) => row(index, index === 0 ? { status: 'pending' } : {}))
    stubApi({ [path]: serverOf(all) })
    const drawn: (string | undefined)[][] = []
    const watch = new MutationObserver(() => {
      const rows = screen.queryAllByText(/^Shop \d+$/).map(shopIn)
      if (rows.length > 0 && rows.length !== drawn.at(-1)?.length) drawn.push(rows)
    })
    watch.observe(document, { subtree: true, childList: true })
    await renderPage('wallet', BillPage)
    await waitFor(() => expect(drawn.map(rows => rows.length)).toEqual([10, 20, 30]))
    watch.disconnect()
    expect(drawn.map(([first]) => first)).toEqual(['Shop 0', 'Shop 0', 'Shop 0'])
  })

  test('puts what is pending on top, and above each month what came in and went out of all of it', async () => {
    signedInAs()
    const month = ofHere(row(1).createTime)
    const sum = { month, currency: 'USD', in: '0', out: '0.3' }
    const all = [row(1), row(0, { status: 'pending', amount: '-9' })]
    const sent = stubApi({ [path]: serverOf(all), [sumsPath]: done([sum, { ...sum, month: '1999-01' }]) })
    const { container } = await renderPage('wallet', BillPage, { query: { month, type: 'consume' } })
    await screen.findByText('Shop 0')
    expect(container.querySelector('li')?.textContent).toContain('Shop 0')
    const header = () => container.querySelector('section header')?.textContent
    await waitFor(() => expect(header()).toContain('支出−$0.30'))
    expect(header()).not.toContain('收入')
    const asked = sent.filter(({ path }) => path === sumsPath)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(asked.map(({ body }) => body)).toEqual([
      { zone: timeZone, from: month, until: month, type: 'consume' },
    ])
  })

  test('tells days and times by the clock of the customer as soon as it is known', async () => {
    const ofPhone = clock.value
    onTestFinished(() => {
      clock.value = ofPhone
    })
    clock.value = at => at.getTime()
    signedInAs()
    const createTime = '2026-03-31T20:10:00.000Z'
    stubApi({ [path]: serverOf([row(1, { createTime })]) })
    await renderPage('wallet', BillPage)
    expect((await screen.findByText('Shop 1')).closest('li')?.textContent).toContain('20:10')
    expect(screen.getByText('2026年3月')).toBeTruthy()
    act(() => {
      clock.value = at => at.getTime() + 8 * 3_600_000
    })
    expect(screen.getByText('Shop 1').closest('li')?.textContent).toContain('04:10')
    expect(screen.getByText('2026年4月')).toBeTruthy()
    // Within the same day the rows are told anew, too.
    act(() => {
      clock.value = at => at.getTime() + 9 * 3_600_000
    })
    expect(screen.getByText('Shop 1').closest('li')?.textContent).toContain('05:10')
  })

  test('shows its rows though the sums fail, and asks for none where a word is looked for', async () => {
    signedInAs()
    const sent = stubApi({ [path]: serverOf([row(1)]), [sumsPath]: { status: 500 } })
    const { unmount } = await renderPage('wallet', BillPage)
    await screen.findByText('Shop 1')
    expect(screen.queryByText('重试')).toBeNull()
    // The oldest month is there whole, as its sums are.
    const [rows, sums] = [path, sumsPath].map(to => sent.find(call => call.path === to)?.body)
    expect(ofHere(String(rows?.startTime))).toBe(sums?.from)
    unmount()
    sent.length = 0
    await renderPage('wallet', BillPage, { query: { keyword: 'Shop' } })
    await screen.findByText('Shop 1')
    expect(sent.map(({ path }) => path)).not.toContain(sumsPath)
  })

  test.each([
    ['zh-CN', 'zh'],
    ['en-US', 'en'],
  ] as const)('looks for words in the language of the page: %s', async (language, lang) => {
    signedInAs()
    const sent = stubApi({ [path]: serverOf([row(1)]) })
    await renderPage('wallet', BillPage, { query: { keyword: '12.50' }, language })
    await screen.findByText('Shop 1')
    expect(sent.find(call => call.path === path)?.body).toMatchObject({ keyword: '12.50', lang })
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

  test('without any invites nobody who is about to be deleted', async () => {
    signedInAs({ deleteAt: '2026-12-12T00:00:00.000Z' })
    stubApi({ [path]: serverOf([]) })
    await renderPage('wallet', BillPage)
    expect(await screen.findByText('还没有账单')).toBeTruthy()
    expect(screen.queryByText(/充值/, { selector: 'a' })).toBeNull()
  })

  test('shows a failure not as an empty list, and a denial not as a lost network', async () => {
    signedInAs()
    stubApi({ [path]: { status: 500 } })
    await renderPage('wallet', BillPage)
    const retry = await screen.findByText('重试')
    expect(screen.queryByText(/还没有账单/)).toBeNull()
    stubApi({ [path]: { status: 403 } })
    retry.click()
    expect((await screen.findAllByText('没有访问权限')).length).toBeGreaterThan(0)
    await waitFor(() => expect(screen.queryByText(/请检查网络/)).toBeNull())
    stubApi({ [path]: serverOf([row(1)]) })
    screen.getByText('重试').click()
    expect(await screen.findByText('Shop 1')).toBeTruthy()
  })

  test.each([
    [503, /服务繁忙或正在维护.*不影响您的资金/],
    [502, /服务繁忙或正在维护.*不影响您的资金/],
    [500, /请检查网络/],
  ])('says whose fault it is that nothing came: %i', async (status, words) => {
    signedInAs()
    stubApi({ [path]: { status } })
    await renderPage('wallet', BillPage)
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('asks for the months and kinds it is told, and for nothing else a URL may say', async () => {
    signedInAs()
    const sent = stubApi({ [path]: serverOf([]) })
    await renderPage('wallet', BillPage, { query: { type: 'fee', month: '2026-02' } })
    await screen.findByText('清除筛选')
    const first = new Date(2026, 1, 1).toISOString()
    const lists = () => sent.filter(call => call.path === path)
    expect(lists()[0]?.body).toMatchObject({ type: 'fee', startTime: first })
    await renderPage('wallet', BillPage, { query: { type: 'nonsense', month: '13' } })
    await waitFor(() => expect(lists()).toHaveLength(2))
    const now = new Date()
    const recent = new Date(now.getFullYear(), now.getMonth() - 3, 1).toISOString()
    expect(lists()[1]?.body).toEqual({ startTime: recent })
  })
})
