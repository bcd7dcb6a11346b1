import { fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Bill } from '../../../../../contract/bill.ts'
import { loadWords, setLanguage } from '../../../../state/locale.ts'
import { TrailReceipt } from './trail-receipt.tsx'

const id = '01990000-0000-7000-8000-00000000000a'
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const bill: Bill = {
  ...{ id, type: 'withdraw', amount: '-119', currency: 'USDT', fee: '1', account: 'wallet', status: 'done' },
  ...{ createTime: '2026-11-20T10:00:00.000Z', cardOutId: null, traceId: id, note: '给妈妈的房租' },
  remark: { address, label: '妈妈', network: 'ERC20', txId: '0xabc', note: '内部备注' },
}

beforeAll(async () => {
  await setLanguage('zh-CN')
  await Promise.all([loadWords('wallet'), loadWords('forms')])
})
afterEach(() => vi.unstubAllGlobals())

async function sharedText(of: Bill): Promise<string> {
  const writeText = vi.fn(async (_text: string) => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(<TrailReceipt of={of} />)
  fireEvent.click(screen.getByRole('button', { name: '分享凭证' }))
  await expect.poll(() => writeText.mock.calls.length).toBe(1)
  return writeText.mock.calls[0]?.[0] ?? ''
}

test('a withdrawal is told with what proves it, and with nothing that its owner wrote for themselves', async () => {
  const text = await sharedText(bill)
  const lines = ['金额：−119.00\u00a0USDT', '状态：已完成', '网络：ERC20', `收款地址：${address}`]
  for (const line of [...lines, '交易哈希：0xabc', `账单编号：${id}`]) expect(text).toContain(line)
  expect(text).toMatch(/^Glaze 釉 · 提现\n/)
  expect(text).not.toMatch(/妈妈|备注/)
})

test('what is on its way says so, and a purchase what was paid', async () => {
  const remark = { merchant: 'Blue Bottle', paid: '12.5', paidCurrency: 'EUR', city: 'Kyoto', country: 'JP' }
  const text = await sharedText({ ...bill, type: 'consume', status: 'pending', account: '4821', remark })
  expect(text).toMatch(/^Glaze 釉 · Blue Bottle\n/)
  for (const line of ['付出：€12.50', '状态：处理中', '账户：卡尾号 4821']) expect(text).toContain(line)
})
