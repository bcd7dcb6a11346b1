import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../../../testing/testing.tsx'
import BillPage from '../../bill.tsx'

const id = '01990000-0000-7000-8000-00000000000a'
const bill = {
  ...{ id, type: 'withdraw', amount: '-20', currency: 'USDT', fee: '0', account: 'wallet', status: 'done' },
  ...{ remark: {}, createTime: '2026-11-01T08:00:00.000Z', cardOutId: null, traceId: id },
}

const traced = (fields: object, related: object[] = []) =>
  done({ bill: { ...bill, ...fields }, related, steps: [], next: null, transferId: null })

test.each([
  [
    'a recharge',
    { type: 'topUp', remark: { paid: '100', paidCurrency: 'USDT' } },
    '总成本 1%',
    '1.00 USDT',
    false,
  ],
  ['a withdrawal', { amount: '-0.099', fee: '0.001', currency: 'ETH' }, '总成本 1%', '0.001 ETH', false],
  [
    'a conversion',
    {
      ...{ type: 'transfer', amount: '2985', fee: '2.985' },
      remark: { paid: '1', paidCurrency: 'ETH', received: '2982.015', rate: '2985', referenceRate: '3000' },
    },
    ...(['总成本 0.6%', '17.985 USDT', true] as const),
  ],
])('%s says what it cost all included', async (_, fields, share, amount, hasSpread) => {
  signedInAs()
  const fee = {
    ...bill,
    id: `${id.slice(0, -1)}b`,
    type: 'fee',
    amount: '-1',
    remark: { fee: 'rechargeFee' },
  }
  stubApi({ '/api/customer/bill/detail': traced(fields, [fee]) })
  await renderPage('wallet', BillPage, { query: { id } })
  const line = (await screen.findByText(share)).closest('p')
  expect(line?.textContent?.replace('\u00a0', ' ')).toContain(amount)
  expect(line?.textContent?.includes('汇差')).toBe(hasSpread)
})

test.each([
  ['waits', { type: 'topUp', status: 'pending', remark: { paid: '100', paidCurrency: 'USDT' } }],
  ['does not say what was paid', { type: 'topUp', remark: {} }],
  ['is a purchase', { type: 'consume', fee: '1' }],
])('what %s says no cost', async (_, fields) => {
  signedInAs()
  stubApi({ '/api/customer/bill/detail': traced(fields) })
  await renderPage('wallet', BillPage, { query: { id } })
  await screen.findByText('账单编号')
  expect(screen.queryByText(/总成本/)).toBeNull()
})
