import { screen, waitFor } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import type { Bill } from '../../../contract/bill.ts'
import { go } from '../../routing/hash-location.tsx'
import { setHideAmounts } from '../../state/locale.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import BillPage from './bill.tsx'
import { idOf, row } from './testing/bill-row.ts'

describe('one bill', () => {
  test('tells its trail: why it was declined, that it was free, what mends it', async () => {
    signedInAs()
    const bill = row(1, {
      status: 'declined',
      type: 'cardTransaction',
      remark: { merchant: 'Shop', reason: 'no_money' },
    })
    const detail = { amount: '500', currency: 'USD', limit: '500', used: '480.5' }
    const step = { what: 'declined', at: bill.createTime, detail }
    const answer = done({
      bill,
      related: [row(2)],
      steps: [step, { ...step, what: 'never heard of', detail: {} }],
      next: null,
      transferId: null,
    })
    stubApi({ '/api/customer/bill/detail': answer })
    const { container } = await renderPage('wallet', BillPage, { query: { id: bill.id } })
    expect(await screen.findByText('卡内可用余额不足。')).toBeTruthy()
    expect(screen.getByText(/没有扣款/)).toBeTruthy()
    expect(screen.getByText(/限额 \$500.00，此前已用 \$480.50/)).toBeTruthy()
    expect(screen.getByText('给卡充值').getAttribute('href')).toContain(`cardId=${bill.cardOutId}`)
    expect(screen.getByText('状态更新')).toBeTruthy()
    expect(screen.getByText('Shop 2')).toBeTruthy()
    setHideAmounts(true)
    await waitFor(() => expect(container.textContent).not.toMatch(/\d\.\d\d/))
    setHideAmounts(false)
  })

  test.each([
    ['another sum than was authorized', '19', true],
    ['just that', '', false],
  ])('of a purchase that took %s says so and why', async (_, authorized, isTold) => {
    signedInAs()
    const bill = row(1, { amount: '-24', remark: { merchant: 'Shop', authorized } })
    const answer = { bill, related: [], steps: [], next: null, transferId: null }
    stubApi({ '/api/customer/bill/detail': done(answer) })
    await renderPage('wallet', BillPage, { query: { id: bill.id } })
    await screen.findByText('对这笔账单有疑问')
    expect(screen.queryByText('授权金额') !== null).toBe(isTold)
    expect(screen.queryByText(/最终金额由商户入账时确定/) !== null).toBe(isTold)
  })

  test('tells each number of a movement once, to copy, and what happens next', async () => {
    signedInAs()
    const bill = row(1, { type: 'withdraw', status: 'pending', currency: 'ETH', remark: { reason: '' } })
    const step = (what: string, detail = {}) => ({ what, at: bill.createTime, detail })
    const steps = [
      step('requested'),
      step('signed', { txId: '0xabc' }),
      step('confirming', { txId: '0xabc' }),
    ]
    const answer = {
      bill,
      related: [],
      steps: [...steps, step('converted', { rate: '2500.5', transferId: idOf(7) })],
    }
    const show = (next: string) =>
      stubApi({ '/api/customer/bill/detail': done({ ...answer, next, transferId: idOf(7) }) })
    show('confirmations')
    const { unmount } = await renderPage('wallet', BillPage, { query: { id: bill.id } })
    expect(await screen.findByText('等待链上确认，达到所需次数后自动完成。')).toBeTruthy()
    expect(screen.getAllByText('0xabc')).toHaveLength(1)
    expect(screen.getAllByText(idOf(7))).toHaveLength(1)
    expect(screen.getByLabelText('复制账本编号')).toBeTruthy()
    expect(screen.getByText(/汇率 2,500.5/)).toBeTruthy()
    unmount()
    show('something new')
    await renderPage('wallet', BillPage, { query: { id: bill.id } })
    expect(await screen.findByText('正在处理，有结果会通知您。')).toBeTruthy()
  })

  test('leads from what is held for a card to its opening, while that is in progress', async () => {
    signedInAs()
    const orderId = idOf(20)
    const bill = row(1, { type: 'openCard', currency: 'USDT', account: 'wallet', remark: {} })
    const step = { what: 'reserved', at: bill.createTime, detail: { amount: '5', currency: 'USDT', orderId } }
    const show = async (status: Bill['status']) => {
      const answer = { bill: { ...bill, status }, related: [], steps: [step], next: null, transferId: null }
      stubApi({ '/api/customer/bill/detail': done(answer) })
      go('bill', { id: bill.id })
      const { unmount } = await renderPage('wallet', BillPage, { query: { id: bill.id } })
      await screen.findByText('对这笔账单有疑问')
      const href = screen.queryByText('查看开卡进度')?.getAttribute('href')
      unmount()
      return href
    }
    expect(await show('pending')).toBe(`#/pages/payOpenCard/payOpenCard?orderId=${orderId}`)
    expect(await show('done')).toBeUndefined()
  })

  test('leads from a withdrawal to where it can be taken back', async () => {
    signedInAs()
    const bill = row(1, { type: 'withdraw', status: 'pending', remark: { label: 'Cold wallet' } })
    const step = { what: 'requested', at: bill.createTime, detail: { withdrawalId: idOf(21) } }
    const answer = { bill, related: [], steps: [step], next: 'sending', transferId: null }
    stubApi({ '/api/customer/bill/detail': done(answer) })
    await renderPage('wallet', BillPage, { query: { id: bill.id } })
    const way = await screen.findByRole('link', { name: '查看提现' })
    expect(way.getAttribute('href')).toBe(`#/pages/transferOut/transferOut?id=${idOf(21)}`)
  })

  test('names the card that was opened in the language of its reader', async () => {
    signedInAs()
    const remark = { cardType: 'Celadon Physical' }
    const bill = row(1, { type: 'openCard', currency: 'USDT', account: 'wallet', remark })
    stubApi({
      '/api/customer/bill/detail': done({ bill, related: [], steps: [], next: null, transferId: null }),
    })
    await renderPage('wallet', BillPage, { query: { id: bill.id } })
    expect(await screen.findByText('开卡：青瓷实体卡')).toBeTruthy()
  })
})
