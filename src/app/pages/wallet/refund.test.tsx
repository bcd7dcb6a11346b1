import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RefundWatch } from '../../../contract/refund.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import Bill from './bill.tsx'

const billId = '01990000-0000-7000-8000-00000000000a'
const id = '01990000-0000-7000-8000-00000000000b'
const cardOutId = '01990000-0000-7000-8000-00000000000c'
const at = '2026-11-20T08:00:00.000Z'
const path = (what: string) => `/api/customer/refund/${what}`
const watch: RefundWatch = {
  ...{ id, billId, cardOutId, last4: '4821', merchant: 'Kiln & Co', currency: 'USD', status: 'open' },
  ...{ amount: '20', arrived: '0', left: '20', by: '2026-12-10', daysLeft: 14, isLate: false, note: null },
  ...{ createTime: at, updateTime: at },
}
const terms = {
  ...{ billId, cardOutId, last4: '4821', merchant: 'Kiln & Co', left: '20', currency: 'USD' },
  ...{ from: '2026-11-26', offered: '2026-12-10', latest: '2027-03-19', trouble: null, watch: null },
}
const waited = (change: Partial<RefundWatch> = {}, more = {}) =>
  done({ ...terms, trouble: 'open', watch: { ...watch, ...change }, ...more })
const show = (refund = billId) => renderPage('wallet', Bill, { query: { refund } })
const write = (label: string | RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const choose = (value: string) => {
  const list = screen.getByLabelText<HTMLSelectElement>('预计到账日')
  list.value = value
  fireEvent(list, new Event('change', { bubbles: true }))
}

beforeAll(() => import('./parts/refunds/refunds.tsx'))
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  signedInAs()
})

describe('the form of a refund that is waited for', () => {
  test('begins with all that can come back and a day in two weeks, and shows what was noted', async () => {
    let isSet = false
    const sent = stubApi({
      [path('terms')]: () => (isSet ? waited({ note: '退货' }) : done(terms)),
      [path('watch')]: () => {
        isSet = true
        return done(watch)
      },
    })
    await show()
    expect((await screen.findByLabelText<HTMLInputElement>('预计退回（USD）')).value).toBe('20.00')
    expect(screen.getByText('2026年12月10日（14 天后）')).toBeTruthy()
    expect(screen.getByText('2027年3月19日（最晚）')).toBeTruthy()
    write(/^备注/, '退货')
    fireEvent.click(screen.getByText('开始等待'))
    expect(await screen.findByText('还有 14 天')).toBeTruthy()
    expect(screen.getByText('退货')).toBeTruthy()
    const { requestId, ...body } = sent.find(call => call.path === path('watch'))?.body ?? {}
    expect(body).toEqual({ billId, amount: '20.00', by: '2026-12-10', note: '退货' })
    expect(requestId).toMatch(/^[\da-f-]{36}$/)
  })

  test.each([
    ['0', '金额不正确'],
    ['20.01', '最多 $20.00'],
    ['1.005', '金额不正确'],
  ])('sends nothing for %s of 20', async (amount, words) => {
    const sent = stubApi({ [path('terms')]: done(terms) })
    await show()
    await screen.findByText('开始等待')
    write('预计退回（USD）', amount)
    fireEvent.click(screen.getByText('开始等待'))
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(sent.some(call => call.path === path('watch'))).toBe(false)
  })

  test('keeps the key of the same words over silence, and takes another for others', async () => {
    const sent = stubApi({
      [path('terms')]: done(terms),
      [path('watch')]: { status: 504, error: 'x', path: path('watch') },
    })
    await show()
    await screen.findByText('开始等待')
    fireEvent.click(screen.getByText('开始等待'))
    expect(await screen.findByText(/不会重复记录/)).toBeTruthy()
    const keys = () => sent.filter(call => call.path === path('watch')).map(({ body }) => body.requestId)
    fireEvent.click(screen.getByText('开始等待'))
    await waitFor(() => expect(keys()).toHaveLength(2))
    expect(await screen.findByText(/不会重复记录/)).toBeTruthy()
    write('预计退回（USD）', '19')
    fireEvent.click(screen.getByText('开始等待'))
    await waitFor(() => expect(keys()).toHaveLength(3))
    expect(keys()[0]).toBe(keys()[1])
    expect(keys()[2]).not.toBe(keys()[0])
  })

  test.each([
    [{ code: 1416, key: 'refund_watch_refused', msg: '', data: { reason: 'disputed' } }, /争议正在处理/],
    [
      { code: 1404, key: 'amount_out_of_range', msg: '', data: { min: '0.01', max: '15' } },
      /\$0\.01 – \$15\.00/,
    ],
    [{ code: 1400, key: 'input_invalid', msg: '', data: { fields: { by: 'date' } } }, '日期不正确'],
    [{ code: 1411, key: 'limit_exceeded', msg: '', data: { limit: 200 } }, /等待中的退款太多/],
  ])('says in words why it was refused: %o', async (refusal, words) => {
    stubApi({ [path('terms')]: done(terms), [path('watch')]: refusal })
    await show()
    fireEvent.click(await screen.findByText('开始等待'))
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('keeps what was typed over a reload', async () => {
    stubApi({ [path('terms')]: done(terms) })
    const page = await show()
    await screen.findByText('开始等待')
    write(/^备注/, '客服说七天')
    page.unmount()
    await show()
    expect((await screen.findByLabelText<HTMLInputElement>(/^备注/)).value).toBe('客服说七天')
  })
})

describe('a purchase of which no refund can be waited for', () => {
  test.each([
    ['pending', /还没有入账/, null],
    ['not_charged', /没有扣款/, null],
    ['refunded', /已全部退回/, null],
    ['disputed', /争议正在处理/, `#/pages/feedback/feedback?dispute=${billId}`],
    ['too_late', /不宜再等/, `#/pages/feedback/feedback?dispute=${billId}`],
  ])('since it is %s says so', async (trouble, words, href) => {
    stubApi({ [path('terms')]: done({ ...terms, trouble, latest: null, offered: null }) })
    await show()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByText('开始等待')).toBeNull()
    expect(screen.queryByText('查看争议')?.getAttribute('href') ?? null).toBe(href)
  })

  test('since all of it has arrived says that', async () => {
    const watched = { ...watch, status: 'arrived', arrived: '20', left: '0' }
    stubApi({ [path('terms')]: done({ ...terms, left: '0', trouble: 'refunded', watch: watched }) })
    await show()
    expect(await screen.findByText('您等待的退款已全部到账。')).toBeTruthy()
  })
})

describe('a refund that is waited for', () => {
  test('is changed: in all it may be what has come and what is left', async () => {
    const sent = stubApi({
      [path('terms')]: waited({ arrived: '5', left: '10', amount: '15' }, { left: '12' }),
      [path('change')]: done(watch),
    })
    await show()
    fireEvent.click(await screen.findByText('修改'))
    expect(screen.getByText(/最多 \$17\.00/)).toBeTruthy()
    write('预计退回（USD）', '17')
    choose('2026-12-26')
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(sent.some(call => call.path === path('change'))).toBe(true))
    expect(sent.find(call => call.path === path('change'))?.body).toEqual({
      ...{ id, amount: '17', by: '2026-12-26', note: '' },
    })
  })

  test('keeps the focus on the page: on what is changed, then on the title', async () => {
    stubApi({ [path('terms')]: waited({}), [path('change')]: done(watch) })
    await show()
    const button = await screen.findByRole('button', { name: '修改' })
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: '修改' })))
    screen.getByText('保存').focus()
    fireEvent.click(screen.getByText('保存'))
    const title = screen.getByRole('heading', { level: 1 })
    await waitFor(() => expect(document.activeElement).toBe(title))
  })

  test('that is late leads to a dispute and offers more time, with a day to come', async () => {
    const sent = stubApi({
      [path('terms')]: waited({ isLate: true, daysLeft: -2, by: '2026-11-24' }),
      [path('change')]: done(watch),
    })
    await show()
    expect(await screen.findByText('已逾期 2 天')).toBeTruthy()
    expect(screen.getByText('提出争议').closest('a')?.getAttribute('href')).toBe(
      `#/pages/feedback/feedback?dispute=${billId}`,
    )
    fireEvent.click(screen.getByText('再等几天'))
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() =>
      expect(sent.find(call => call.path === path('change'))?.body).toMatchObject({ by: '2026-12-10' }),
    )
  })

  test('that is late in the last week can no longer be put off', async () => {
    stubApi({ [path('terms')]: waited({ isLate: true, daysLeft: -1 }, { latest: null, offered: null }) })
    await show()
    expect(await screen.findByText(/请尽快决定/)).toBeTruthy()
    expect(screen.queryByText('再等几天')).toBeNull()
    expect(screen.getByText('不再等待')).toBeTruthy()
  })

  test('is taken back, and may be noted anew', async () => {
    let isDropped = false
    const sent = stubApi({
      [path('terms')]: () =>
        isDropped ? done({ ...terms, watch: { ...watch, status: 'dropped' } }) : waited(),
      [path('drop')]: () => {
        isDropped = true
        return done({ ...watch, status: 'dropped' })
      },
    })
    await show()
    fireEvent.click(await screen.findByText('不再等待'))
    expect(await screen.findByText('开始等待')).toBeTruthy()
    expect(sent.find(call => call.path === path('drop'))?.body).toEqual({ id })
  })
})

describe('the list of refunds that are waited for', () => {
  const late = { ...watch, id: cardOutId, merchant: 'Lathe & Sons', left: '4.5', isLate: true, daysLeft: 0 }
  const answer = done({ list: [late, watch], sums: [{ currency: 'USD', left: '24.5', late: '4.5' }] })

  test('says what is out in all and what of it is late, and leads to each', async () => {
    stubApi({ [path('list')]: answer })
    const { container } = await show('list')
    expect((await screen.findByText('Lathe & Sons')).closest('a')?.getAttribute('href')).toContain(billId)
    expect(screen.getByText('已逾期')).toBeTruthy()
    expect(screen.getByText('还有 14 天')).toBeTruthy()
    const words = container.textContent?.replaceAll('\u00a0', ' ')
    expect(words).toMatch(/等待退回\$24\.50/)
    expect(words).toMatch(/其中已逾期\$4\.50/)
  })

  test('is empty at first and says where one begins', async () => {
    stubApi({ [path('list')]: done({ list: [], sums: [] }) })
    await show('list')
    expect(await screen.findByText(/没有等待中的退款/)).toBeTruthy()
    expect(screen.getByText('查看消费').closest('a')?.getAttribute('href')).toContain('type=consume')
  })

  test('stands above the refunds among the bills', async () => {
    stubApi({
      [path('list')]: answer,
      '/api/customer/userBill/30/1': done({ list: [], total: 0, page: 1, pageSize: 30 }),
    })
    await renderPage('wallet', Bill, { query: { type: 'refund' } })
    const row = (await screen.findByText('2 笔，其中 1 笔已逾期')).closest('a')
    expect(row?.getAttribute('href')).toBe('#/pages/bill/bill?refund=list')
    expect(row?.textContent?.replace('\u00a0', ' ')).toContain('24.50')
  })
})
