import { fireEvent, screen, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { depositTerms, otherAddress } from '../../../../testing/deposit-terms.ts'
import { done, renderPage, signedInAs, stubApi } from '../../../../testing/testing.tsx'
import TransferIn from '../../transferIn.tsx'

const { address } = depositTerms
const txId = `0x${'ab'.repeat(32)}`
const nothing = { deposits: [], tokens: [], paid: [] }
const deposit = {
  txId,
  amount: '50',
  currency: 'USDT',
  confirms: 3,
  required: 3,
  status: 'credited',
  time: '2026-11-20T08:00:00.000Z',
  billId: '00000000-0000-7000-8000-000000000001',
  messageId: null,
}

beforeEach(() => signedInAs())

/** Opens the sheet of the deposit page, pastes something and looks for it. */
async function looked(answer: object, typed = txId, language: 'zh-CN' | 'en-US' = 'zh-CN') {
  const sent = stubApi({
    '/api/customer/cryptoCurrency/queryTransferIn': done(depositTerms),
    '/api/customer/cryptoCurrency/findDeposit': answer,
  })
  await renderPage('wallet', TransferIn, { query: { coin: 'USDT', chain: 'ERC20' }, language })
  const isZh = language === 'zh-CN'
  fireEvent.click(await screen.findByText(isZh ? '充值没有显示？按哈希查找' : 'Deposit missing? Find it'))
  const sheet = within(await screen.findByRole('dialog', { hidden: true }))
  fireEvent.input(await sheet.findByRole('textbox', { hidden: true }), { target: { value: typed } })
  fireEvent.click(sheet.getByText(isZh ? '查找' : 'Find'))
  const asked = () => sent.filter(({ path }) => path.endsWith('/findDeposit'))
  return { sheet, asked }
}

describe('a deposit that is looked for by its hash', () => {
  test('is found in the link of an explorer, and leads to its bill', async () => {
    const answer = done({ state: 'deposited', ...nothing, deposits: [deposit] })
    const { sheet, asked } = await looked(answer, `https://etherscan.io/tx/${txId}#eventlog`)
    await sheet.findByText('找到了：')
    expect(asked().map(({ body }) => body)).toEqual([{ txId, chain: 'ERC20' }])
    expect(sheet.getByText(/^\+50/)).toBeTruthy()
    expect(sheet.getByText('查看账单').getAttribute('href')).toContain(deposit.billId)
    expect(sheet.queryByText('提交工单')).toBeNull()
  })

  test('asks nobody while there is no hash in what was typed', async () => {
    const { sheet, asked } = await looked(done({}), address)
    expect(sheet.getByRole('alert', { hidden: true }).textContent).toContain('没有找到交易哈希')
    expect(asked()).toEqual([])
  })

  test.each([
    ['silent', 'status', '节点暂时没有回应'],
    ['unknown', 'status', 'ERC20 网络上没有这笔交易'],
    ['waiting', 'status', '请勿重复发送'],
    ['failed', 'alert', '在链上失败了'],
    ['reading', 'status', '正在读取'],
  ])('%s: says so and asks for no ticket', async (state, role, words) => {
    const { sheet } = await looked(done({ state, ...nothing }))
    await sheet.findByText('再查一次')
    expect(sheet.getByRole(role, { hidden: true }).textContent).toContain(words)
    expect(sheet.queryByText('提交工单')).toBeNull()
  })

  test.each([
    ['missed', { state: 'missed', ...nothing }, '却没有入账'],
    ['stray', { state: 'stray', ...nothing, tokens: [otherAddress] }, '不支持的代币'],
    ['elsewhere, in nothing we know', { state: 'elsewhere', ...nothing }, '没有付到您地址的币'],
  ])('%s: a ticket begins with the hash', async (_what, answer, words) => {
    const { sheet } = await looked(done(answer))
    const ticket = await sheet.findByText('提交工单')
    expect(sheet.getByRole('status', { hidden: true }).textContent).toContain(words)
    expect(decodeURIComponent(ticket.getAttribute('href') ?? '')).toContain(txId)
  })

  test('went elsewhere: shows whom it paid, to compare', async () => {
    const paid = [{ address: otherAddress, amount: '12.5', currency: 'USDT' }]
    const { sheet } = await looked(done({ state: 'elsewhere', ...nothing, paid }))
    await sheet.findByText(/^12\.5/)
    expect(sheet.getByText(otherAddress)).toBeTruthy()
    expect(sheet.queryByText('提交工单')).toBeNull()
  })

  test('is pasted by a press; where the clipboard cannot be read, it says how else', async () => {
    const { sheet } = await looked(done({ state: 'unknown', ...nothing }), address)
    vi.stubGlobal('navigator', { ...navigator, clipboard: { readText: async () => txId } })
    fireEvent.click(sheet.getByText('粘贴'))
    await sheet.findByDisplayValue(txId)
    vi.stubGlobal('navigator', { ...navigator, clipboard: {} })
    fireEvent.click(sheet.getByText('粘贴'))
    expect(await sheet.findByText(/请长按输入框粘贴/)).toBeTruthy()
  })

  test('too often: says from when on', async () => {
    const until = new Date(Date.now() + 600_000).toISOString()
    const refused = { code: 1411, key: 'limit_exceeded', msg: '', data: { reason: 'too_often', until } }
    const { sheet } = await looked(refused, txId, 'en-US')
    expect((await sheet.findByRole('alert', { hidden: true })).textContent).toMatch(/look again after/)
  })
})
