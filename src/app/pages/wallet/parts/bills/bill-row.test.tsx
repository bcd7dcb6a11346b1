import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { Bill } from '../../../../../contract/bill.ts'
import { renderPage } from '../../../../testing/testing.tsx'
import { BillRow } from './bill-row.tsx'

const id = '00000000-0000-4000-8000-000000000001'
const purchase: Bill = {
  id,
  type: 'cardTransaction',
  amount: '-999',
  currency: 'USD',
  fee: '0',
  account: '1502',
  remark: { merchant: 'Far Away', reason: 'no_money' },
  status: 'declined',
  createTime: '2026-11-26T02:15:00.000Z',
  cardOutId: id,
  traceId: id,
}

test.each([
  ['declined', '已拒绝余额不足\u00a0·\u00a002:15'],
  ['pending', '处理中卡交易\u00a0·\u00a002:15'],
] as const)('a purchase that is %s says why, or what it is', async (status, words) => {
  const Rows = () => <BillRow bill={{ ...purchase, status }} time="02:15" onOpen={() => {}} />
  await renderPage('wallet', Rows)
  expect(screen.getByRole('button').textContent).toContain(words)
})

test.each([
  ['consume', {}, '已撤销'],
  ['withdraw', {}, '已撤回'],
  ['fee', { fee: 'withdrawFee' }, '已撤回'],
  ['openCard', {}, '已取消'],
] as const)(
  'a %s that came to nothing is called what it is called in its own list',
  async (type, remark, word) => {
    const Rows = () => (
      <BillRow bill={{ ...purchase, type, remark, status: 'reversed' }} time="02:15" onOpen={() => {}} />
    )
    await renderPage('wallet', Rows)
    expect(screen.getByRole('button').textContent).toContain(word)
  },
)
