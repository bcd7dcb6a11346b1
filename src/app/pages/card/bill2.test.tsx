import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { currentUrl, go } from '../../routing/hash-location.tsx'
import { done, renderHere, signedInAs, stubApi } from '../../testing/testing.tsx'
import CardBills from './bill2.tsx'
import { cardId, declinedPurchase, pageOf, postedPurchase, sampleCard } from './testing/samples.ts'

const path = '/api/customer/card/cardTranscationList/20/1'
const whole = '/api/customer/card/cardTranscationList/100/1'
const second = '/api/customer/card/cardTranscationList/100/2'

function renderBills(filter: object = {}) {
  go('bill2', { cardId, month: '2026-11', ...filter })
  return renderHere('card', CardBills)
}

test("of a card that is somebody else's nothing is put down to the network", async () => {
  signedInAs()
  const denied = { status: 403 }
  stubApi({ '/api/customer/card/detail': denied, [path]: denied, [whole]: denied })
  await renderBills()
  expect((await screen.findByRole('alert')).textContent).toContain('没有访问权限')
})

describe('the next page of a month', () => {
  test('that did not come is said so, and can be asked for again', async () => {
    signedInAs()
    let isUp = false
    const next = '/api/customer/card/cardTranscationList/20/2'
    const row = (at: number) => ({ ...declinedPurchase, id: `${at}`, merchant: `Shop ${at}` })
    stubApi({
      '/api/customer/card/detail': done(sampleCard),
      [path]: done({ ...pageOf(Array.from({ length: 20 }, (_, at) => row(at))), total: 21 }),
      [next]: () => (isUp ? done({ ...pageOf([row(20)]), total: 21 }) : { status: 504 }),
    })
    await renderBills()
    fireEvent.click(await screen.findByText('加载更多'))
    const notice = await screen.findByText('网络错误，请稍后再试')
    isUp = true
    fireEvent.click(screen.getByText('加载更多'))
    await screen.findByText('Shop 20')
    expect(notice.isConnected).toBe(false)
  })
})

async function show(list: object[]) {
  signedInAs()
  const sent = stubApi({ '/api/customer/card/detail': done(sampleCard), [path]: done(pageOf(list)) })
  await renderBills()
  return sent
}

describe('the spending of a month', () => {
  test('is shown by what the merchants sell', async () => {
    signedInAs()
    stubApi({
      '/api/customer/card/detail': done(sampleCard),
      [path]: done(pageOf([postedPurchase])),
      [whole]: done(pageOf([postedPurchase, { ...postedPurchase, id: 'two', mcc: '5814', amount: '-20' }])),
    })
    await renderBills()
    const table = await screen.findByRole('table', { name: /2026年11月/ })
    expect(table.textContent).toContain('$79.99')
    expect(screen.getAllByRole('rowheader').map(cell => cell.textContent)).toEqual(['数字服务', '餐饮'])
    fireEvent.click(screen.getByText('已拒绝'))
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  })
})

describe('the list and the chart beside it', () => {
  test('are both read again by a pull', async () => {
    signedInAs()
    let month = [postedPurchase]
    stubApi({
      '/api/customer/card/detail': done(sampleCard),
      [path]: () => done(pageOf(month)),
      [whole]: () => done(pageOf(month)),
    })
    await renderBills()
    const table = await screen.findByRole('table')
    expect(table.textContent).toContain('$59.99')
    month = [postedPurchase, { ...postedPurchase, id: 'two', merchant: 'Hema', mcc: '5814', amount: '-20' }]
    dispatchEvent(new CustomEvent('renew', { detail: [] }))
    await screen.findByText('Hema')
    await waitFor(() => expect(table.textContent).toContain('$79.99'))
  })

  test('show the month and the state chosen on the way back, and what was read, before anybody answers', async () => {
    signedInAs()
    const declined = { ...declinedPurchase, merchant: 'Hema' }
    stubApi({
      '/api/customer/card/detail': done(sampleCard),
      [path]: ({ month, status }) =>
        done(pageOf(month === '2026-10' && status === 'declined' ? [declined] : [postedPurchase])),
    })
    await renderBills()
    await screen.findByText('Steam')
    fireEvent.click(screen.getByLabelText('上个月'))
    fireEvent.click(screen.getByText('已拒绝', { selector: 'button' }))
    await screen.findByText('Hema')
    const place = `/pages/bill2/bill2?cardId=${cardId}&month=2026-10&status=declined`
    expect(currentUrl.value).toBe(place)
    cleanup()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    await renderHere('card', CardBills)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('4821')
    expect(screen.getByText('Hema')).toBeTruthy()
    expect(screen.getByRole('button', { name: '已拒绝', pressed: true })).toBeTruthy()
    expect(screen.getByLabelText(/2026年10月/)).toBeTruthy()
  })
})

describe('the spending by month', () => {
  const spending = '/api/customer/card/spending'
  const months = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11']
  const sums = months.map((month, index) => ({ month, amount: String(index * 10) }))

  test('is a table of six months with their sums, from which one is chosen', async () => {
    signedInAs()
    const sent = stubApi({
      '/api/customer/card/detail': done(sampleCard),
      [path]: done(pageOf([])),
      [spending]: done(sums),
    })
    await renderBills()
    const table = await screen.findByRole('table', { name: '每月支出' })
    const rows = [...table.querySelectorAll('tr')].map(row => [
      row.querySelector('button')?.getAttribute('aria-label'),
      row.querySelector('td')?.textContent,
    ])
    expect(rows).toHaveLength(6)
    expect(rows[5]).toEqual(['2026年11月', '50.00'])
    expect(screen.getByRole('button', { name: '2026年11月', pressed: true })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '2026年9月' }))
    await screen.findByRole('button', { name: '2026年9月', pressed: true })
    await waitFor(() =>
      expect(sent.findLast(call => call.path === path)?.body).toMatchObject({ month: '2026-09' }),
    )
    expect(sent.find(call => call.path === spending)?.body).toMatchObject({ cardId })
  })

  test.each([
    ['cannot be read', { status: 503 }],
    ['is nothing', done(sums.map(({ month }) => ({ month, amount: '0' })))],
  ])('that %s is left out', async (_, answer) => {
    signedInAs()
    const sent = stubApi({
      '/api/customer/card/detail': done(sampleCard),
      [path]: done(pageOf([])),
      [whole]: done(pageOf([])),
      [spending]: answer,
    })
    await renderBills()
    await waitFor(() => expect(sent.some(call => call.path === spending)).toBe(true))
    await screen.findByText('这个月没有消费记录')
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('the spending of a month that cannot be read', () => {
  const answers = { '/api/customer/card/detail': done(sampleCard), [path]: done(pageOf([postedPurchase])) }

  test('says so beside the list and is read again', async () => {
    signedInAs()
    stubApi({ ...answers, [whole]: { status: 503 } })
    await renderBills()
    const told = await screen.findByRole('alert')
    expect(told.textContent).toContain('暂时加载不出来')
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByText('Steam')).toBeTruthy()
    stubApi({ ...answers, [whole]: done(pageOf([postedPurchase])) })
    fireEvent.click(screen.getByText('重试'))
    const table = await screen.findByRole('table')
    expect(table.textContent).toContain('$59.99')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is not shown as a sum of what was read of it', async () => {
    signedInAs()
    const hundred = Array.from({ length: 100 }, (_, index) => ({ ...postedPurchase, id: `p${index}` }))
    const first = pageOf(hundred, 101)
    stubApi({ ...answers, [whole]: done(first), [second]: { status: 503 } })
    await renderBills()
    expect(await screen.findByText('重试')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('purchases of a card', () => {
  test.each([
    ['no_money', '余额不足'],
    ['limit_day', '超出 24 小时限额'],
    ['a_word_of_tomorrow', '未通过安全检查'],
  ])('that were declined for %s say why, and lead to their money trail', async (reason, words) => {
    await show([{ ...declinedPurchase, reason }])
    const row = (await screen.findByText('Steam')).closest('a')
    expect(row?.getAttribute('href')).toBe(`#/pages/bill/bill?id=${declinedPurchase.billId}`)
    expect(row?.textContent).toContain(words)
    expect(row?.textContent).not.toContain('授权')
  })

  const posted = { status: 'posted', reason: null, amount: '-20', authorized: '20', cleared: '20' }
  const one = { ...posted, clearings: 1 }
  test.each([
    ['were charged as authorized', one, ''],
    ['wait for their claim', { ...posted, status: 'pending', cleared: '0', held: '20' }, ''],
    ['were charged more', { ...one, amount: '-24', cleared: '24' }, '授权 $20.00入账 $24.00'],
    ['were charged less', { ...one, amount: '-7.5', cleared: '7.5' }, '授权 $20.00入账 $7.50'],
    [
      'were charged in part',
      { ...one, amount: '-8', cleared: '8', held: '12' },
      '授权 $20.00入账 $8.00仍预留 $12.00',
    ],
    ['were charged in parts', { ...posted, clearings: 3 }, '分 3 次入账'],
    [
      'were released in part',
      { ...posted, status: 'pending', amount: '-15', cleared: '0', held: '15' },
      '授权 $20.00仍预留 $15.00',
    ],
    ['nobody had asked for', { ...one, authorized: '0', isForced: true }, '商户未经授权直接入账'],
    ['came back in part', { ...one, amount: '-15', refunded: '5' }, '入账 $20.00已退款 $5.00'],
    ['came back', { ...one, status: 'refunded', amount: '20', refunded: '20' }, ''],
    ['came back for more', { ...one, status: 'refunded', refunded: '21' }, '入账 $20.00已退款 $21.00'],
    ['only came back', { status: 'refunded', amount: '7', authorized: '0', refunded: '7' }, ''],
    ['were taken back', { ...posted, status: 'reversed', cleared: '0' }, ''],
  ])('that %s say what their amount is made of', async (_, changes, told) => {
    await show([{ ...declinedPurchase, ...changes }])
    const row = (await screen.findByText('Steam')).closest('a')
    expect(/日(.*?)[+−]?\$[\d.]+$/.exec(row?.textContent ?? '')?.[1]).toBe(told)
  })

  test('are looked for by words, and in all bills of the card where this month has none', async () => {
    signedInAs()
    const answer = ({ keyword }: Record<string, unknown>) =>
      done(pageOf(keyword === 'mum' ? [] : [declinedPurchase]))
    const sent = stubApi({ '/api/customer/card/detail': done(sampleCard), [path]: answer })
    await renderBills()
    await screen.findByText('Steam')
    fireEvent.click(screen.getByRole('button', { name: '搜索消费记录' }))
    fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'mum' } })
    const all = await screen.findByText('在这张卡的全部账单里找')
    expect(sent.at(-1)?.body).toMatchObject({ cardId, month: '2026-11', keyword: 'mum', lang: 'zh' })
    expect(all.closest('a')?.getAttribute('href')).toBe(`#/pages/bill/bill?cardOutId=${cardId}&keyword=mum`)
    fireEvent.click(screen.getByRole('button', { name: '搜索消费记录' }))
    await screen.findByText('Steam')
    expect(currentUrl.value).toBe(`/pages/bill2/bill2?cardId=${cardId}&month=2026-11`)
  })

  test('show what their owner wrote on them', async () => {
    await show([{ ...declinedPurchase, note: '给妈妈的' }])
    const row = (await screen.findByText('Steam')).closest('a')
    expect(row?.textContent).toContain('给妈妈的')
  })

  test('are asked for by month and state in the time zone of the reader', async () => {
    const sent = await show([])
    await screen.findByText('这个月没有消费记录')
    fireEvent.click(screen.getByLabelText('上个月'))
    fireEvent.click(screen.getByText('已拒绝'))
    await waitFor(() => expect(sent.filter(call => call.path === path).length).toBeGreaterThan(1))
    const last = sent.findLast(call => call.path === path)
    expect(last?.body).toMatchObject({ cardId, month: '2026-10', status: 'declined' })
    expect(last?.body.timezone).toBeTruthy()
  })
})
