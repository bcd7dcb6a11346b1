import { screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { currentUrl } from '../../../../routing/hash-location.tsx'
import { done, renderPage, signedInAs, stubApi } from '../../../../testing/testing.tsx'
import BillPage from '../../bill.tsx'

const path = '/api/customer/userBill/30/1'
const sumsPath = '/api/customer/bill/sums'
const id = '01990000-0000-7000-8000-00000000000a'
const bill = {
  ...{ id, type: 'consume', amount: '-1', currency: 'USD', fee: '0', account: '4821', status: 'done' },
  ...{ remark: { merchant: 'Shop 1' }, createTime: '2025-11-01T08:00:00.000Z', cardOutId: null, traceId: id },
}
const page = done({ list: [bill], total: 1, page: 1, pageSize: 30 })

test('the list of bills asks for what cost something in a year, of no card, and leads to what that comes to', async () => {
  signedInAs()
  const sent = stubApi({ [path]: page })
  const query = { cost: 'rechargeFee', year: '2025', cardless: 'yes' }
  await renderPage('wallet', BillPage, { query })
  await screen.findByText('Shop 1')
  const [first, next] = [new Date(2025, 0, 1), new Date(2026, 0, 1)]
  expect(sent.find(call => call.path === path)?.body).toEqual({
    cost: 'rechargeFee',
    cardless: true,
    startTime: first.toISOString(),
    endTime: new Date(next.getTime() - 1).toISOString(),
  })
  // Sums of months would be of everything.
  expect(sent.map(({ path }) => path)).not.toContain(sumsPath)
  for (const words of ['充值费', '2025年', '不属于卡片'])
    expect(screen.getByLabelText(`取消筛选：${words}`)).toBeTruthy()
  expect(screen.getByText('全年费用合计').getAttribute('href')).toBe('#/pages/fees/fees?year=2025')
  expect(screen.getByText('以上是2025年的账单')).toBeTruthy()
  screen.getByText('退款').click()
  await waitFor(() => expect(currentUrl.value).toBe('/pages/bill/bill?type=refund&year=2025&cardless=true'))
})

test('the list of bills knows no cost that there is not', async () => {
  signedInAs()
  const sent = stubApi({ [path]: page })
  await renderPage('wallet', BillPage, { query: { cost: 'everything', year: '99' } })
  await screen.findByText('Shop 1')
  expect(Object.keys(sent.find(call => call.path === path)?.body ?? {})).toEqual(['startTime'])
})
