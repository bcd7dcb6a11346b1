import { screen } from '@testing-library/preact'
import { beforeAll, describe, expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../../../testing/testing.tsx'
import BillPage from '../../bill.tsx'

const id = '01990000-0000-7000-8000-00000000000a'
const dayMs = 24 * 60 * 60 * 1000
const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

beforeAll(() => import('./purchase-ways.tsx'))

async function show(
  changes: object,
  whats: (string | [what: string, amount: string])[],
  days = 1,
  more = {},
) {
  signedInAs()
  const bill = {
    ...{ id, type: 'consume', amount: '-20', currency: 'USD', fee: '0', account: '4821', status: 'done' },
    ...{ remark: { merchant: 'Kiln & Co' }, createTime: ago(days), cardOutId: id, traceId: id },
    ...changes,
  }
  const steps = whats.map(step => {
    const [what, amount] = [step].flat()
    return { what, at: ago(days), detail: amount ? { amount, currency: 'USD' } : {} }
  })
  const detail = { bill, related: [], steps, next: null, transferId: null, ...more }
  stubApi({ '/api/customer/bill/detail': done(detail) })
  await renderPage('wallet', BillPage, { query: { id } })
  await screen.findByText('对这笔账单有疑问')
  await new Promise(resolve => setTimeout(resolve))
}
const way = () => screen.queryByText('消费不对，提出争议')

test('a cleared purchase leads to its dispute, with the day until which that is so', async () => {
  await show({}, ['authorized', 'cleared'])
  const link = await screen.findByText('消费不对，提出争议')
  expect(link.closest('a')?.getAttribute('href')).toBe(`#/pages/feedback/feedback?dispute=${id}`)
  expect(screen.getByText(/前可以提出争议/)).toBeTruthy()
})

test('so does its fee', async () => {
  await show({ type: 'fee', remark: { merchant: 'Kiln & Co', fee: 'consumeFee' } }, ['charged'])
  expect(await screen.findByText('消费不对，提出争议')).toBeTruthy()
})

test.each([
  ['of more than 120 days ago', {}, 121],
  ['that is not cleared', { type: 'cardTransaction', status: 'pending' }, 1],
  ['of the wallet', { type: 'withdraw', cardOutId: null }, 1],
])('one %s does not', async (_name, changes, days) => {
  await show(changes, ['authorized', 'cleared'], days)
  expect(way()).toBeNull()
})

test.each([
  ['that is cleared', {}, '停止这家商户扣款'],
  ['that is on hold', { type: 'cardTransaction', status: 'pending' }, '停止这家商户扣款'],
  ['that was declined', { type: 'cardTransaction', status: 'declined' }, null],
  ['at a cash machine', { remark: { merchant: 'Kiln Bank', mcc: '6011' } }, null],
  ['of which it is the fee', { type: 'fee', remark: { merchant: 'Kiln & Co', fee: 'consumeFee' } }, null],
])('from a purchase %s its merchant can be stopped, or not', async (_name, changes, label) => {
  await show(changes, ['authorized', 'cleared'])
  const href = screen.queryByText('停止这家商户扣款')?.closest('a')?.getAttribute('href') ?? null
  expect(href).toBe(label && `#/pages/cardDetail/cardDetail?id=${id}&open=merchants`)
})

test('one that is disputed leads to that dispute, however long ago it was', async () => {
  await show({}, ['cleared', 'disputeOpened'], 200)
  expect(await screen.findByText('查看争议')).toBeTruthy()
  expect(way()).toBeNull()
})

describe('from a purchase', () => {
  const waiting = () => screen.queryByText('我在等退款')?.closest('a')?.getAttribute('href') ?? null

  test.each([
    ['that was charged', {}, ['cleared'], 1],
    ['of which a part came back', {}, ['cleared', ['refunded', '19.99']], 1],
    ['whose refund was taken back', {}, ['cleared', ['refunded', '20'], ['withdrawn', '20']], 1],
    ['whose dispute was lost', {}, ['cleared', 'disputeOpened', 'disputeLost'], 1],
  ] as const)('%s one comes to its refund', async (_, changes, whats, days) => {
    await show(changes, [...whats] as never, days)
    await screen.findByText('我在等退款')
    expect(waiting()).toBe(`#/pages/bill/bill?refund=${id}`)
  })

  test.each([
    ['that has come back', {}, ['cleared', ['refunded', '12'], ['refunded', '8']], 1],
    ['that a dispute has credited', {}, ['cleared', 'disputeOpened', ['disputeCredited', '20']], 1],
    ['whose dispute is open', {}, ['cleared', 'disputeOpened', 'disputeSent'], 1],
    ['that leaves no week for a dispute', {}, ['cleared'], 114],
    ['that is on hold', { type: 'cardTransaction', status: 'pending' }, ['authorized'], 1],
    ['by its fee', { type: 'fee', remark: { merchant: 'Kiln & Co', fee: 'consumeFee' } }, ['charged'], 1],
  ] as const)('%s one does not', async (_, changes, whats, days) => {
    await show(changes, [...whats] as never, days)
    expect(waiting()).toBeNull()
  })

  test.each([
    [false, '2026年12月10日前'],
    [true, '已逾期'],
  ])('whose refund is waited for one sees how that stands (late: %s)', async (isLate, words) => {
    const awaited = { left: '12.5', currency: 'USD', by: '2026-12-10', isLate }
    await show({}, ['cleared'], 1, { awaited })
    const row = (await screen.findByText('等待退款')).closest('a')
    expect(row?.getAttribute('href')).toBe(`#/pages/bill/bill?refund=${id}`)
    expect(row?.textContent).toContain(words)
    expect(row?.textContent?.replace('\u00a0', ' ')).toContain('12.50')
    expect(waiting()).toBeNull()
  })
})
