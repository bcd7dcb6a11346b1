import { fireEvent, screen, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { dateTime } from '../../../../display/calendar.ts'
import { done } from '../../../../testing/testing.tsx'
import { answers, beginAnew, pass, show } from '../../testing/out-acting.tsx'
import { api, id, refused, withdrawalOf } from '../../testing/out-samples.ts'
import TransferOut from '../../transferOut.tsx'

beginAnew(TransferOut)

describe('how it stands', () => {
  const stands = (changes: Parameters<typeof withdrawalOf>[0]) => {
    answers[api.detail] = done(withdrawalOf(changes))
    return show({ id })
  }

  test('while it waits it says for how long it can be taken back, and takes it back after a question', async () => {
    // A year ago on this phone's clock.
    const sendTime = new Date(Date.now() - 365 * 86_400_000).toISOString()
    answers[api.cancel] = done(withdrawalOf({ status: 'cancelled', isCancellable: false }))
    const sentTo = await stands({ status: 'queued', sendTime, leftSeconds: 60, isCancellable: true })
    expect(await screen.findByText(/^0:00:5\d 后发送，之前可以撤回$|^0:01:00 后/)).toBeTruthy()
    fireEvent.click(screen.getByText('撤回提现'))
    expect(sentTo(api.cancel)).toHaveLength(0)
    const dialog = within(document.querySelector('dialog') as HTMLElement)
    fireEvent.click(dialog.getByText('撤回提现', { selector: 'button' }))
    expect(await screen.findByText('已撤回，100.00 USDT 已全部退回钱包。')).toBeTruthy()
    expect(sentTo(api.cancel)[0]?.body).toEqual({ id })
    expect(screen.queryByText('撤回提现')).toBeNull()
  })

  test('one that waits by choice says when it is paid, and offers to take it back', async () => {
    const sendTime = '2026-11-23T08:00:00.000Z'
    const waiting = { sendTime, leftSeconds: 259_000, delayHours: 72, isCancellable: true } as const
    const sentTo = await stands({ status: 'queued', ...waiting })
    const when = dateTime(sendTime)
    expect(await screen.findByText(`按您设置的等待，${when} 转出，之前可以撤回。金额已预留。`)).toBeTruthy()
    expect(screen.getByText('最早转出时间').nextElementSibling?.textContent).toBe(when)
    expect(screen.getByText('撤回提现')).toBeTruthy()
    const asked = sentTo(api.detail).length
    await pass(10_000)
    expect(sentTo(api.detail)).toHaveLength(asked)
  })

  test('one that is looked at first says what it waits for besides', async () => {
    const sendTime = '2026-11-23T08:00:00.000Z'
    await stands({ status: 'review', sendTime, leftSeconds: 86_000, delayHours: 24, isCancellable: true })
    expect((await screen.findByText('最早转出时间')).nextElementSibling?.textContent).toBe(dateTime(sendTime))
  })

  test.each([
    ['sent', '已开始发送，不能撤回了'],
    ['queued', '提现处理暂停，现在无法撤回，金额仍为您预留'],
  ])(
    'one that is %s and cannot be taken back says why, and how it stands is read again',
    async (status, said) => {
      answers[api.cancel] = refused('modify_failed', { status })
      const sentTo = await stands({ status: 'queued', isCancellable: true })
      fireEvent.click(await screen.findByText('撤回提现'))
      const before = sentTo(api.detail).length
      const dialog = within(document.querySelector('dialog') as HTMLElement)
      fireEvent.click(dialog.getByText('撤回提现', { selector: 'button' }))
      expect(await screen.findByText(said)).toBeTruthy()
      expect(sentTo(api.detail).length).toBeGreaterThan(before)
    },
  )

  test('counts confirmations, asks until it is done, stamps the seal and then asks no more', async () => {
    const txId = `0x${'ab'.repeat(32)}`
    const sentTo = await stands({ status: 'confirming', confirms: 3, required: 12, txId })
    expect(await screen.findByText('链上确认 3 / 12')).toBeTruthy()
    expect(screen.getByText(txId)).toBeTruthy()
    expect(screen.queryByText('成')).toBeNull()
    answers[api.detail] = done(withdrawalOf({ status: 'done', confirms: 12, required: 12, txId }))
    await pass(3_000)
    expect(screen.getByText('成')).toBeTruthy()
    const asked = sentTo(api.detail).length
    await pass(60_000)
    expect(sentTo(api.detail)).toHaveLength(asked)
    expect(screen.getByText('查看账单').getAttribute('href')).toContain('bill?id=')
  })

  test.each([
    ['confirming', ['扣除', '手续费', '到账']],
    ['failed', ['已退回钱包']],
    ['cancelled', ['已退回钱包']],
  ] as const)('one that is %s tells of no money that did not go', async (status, labels) => {
    await stands({ status })
    const items = (await screen.findByLabelText('确认提现')).querySelectorAll('dt')
    expect([...items].slice(1, -1).map(({ textContent }) => textContent)).toEqual(labels)
  })

  test('says the minute it was asked for, however long ago', async () => {
    await stands({ status: 'done', createTime: '2026-01-02T03:04:00.000Z' })
    expect(await screen.findByText(/^2026年1月[123]日 \d\d:\d\d$/)).toBeTruthy()
  })

  test.each([
    ['review', null, '先由人工审核'],
    ['held', 'security', '账户的安全设置有变动'],
    ['failed', 'unconfirmed', '未能与您本人核实'],
    ['failed', 'reverted', '100.00 USDT 已全部退回钱包'],
    ['sent', null, '等待写入区块'],
  ] as const)('%s is told in words', async (status, reason, words) => {
    await stands({ status, reason })
    expect((await screen.findAllByText(new RegExp(words))).length).toBeGreaterThan(0)
    expect(screen.queryByText('成')).toBeNull()
  })

  test('somebody else’s is asked about once, and the page says whose it is not', async () => {
    answers[api.detail] = { status: 403 }
    const sentTo = await show({ id })
    expect(await screen.findByText('没有访问权限', { selector: 'main *' })).toBeTruthy()
    await pass(60_000)
    expect(sentTo(api.detail)).toHaveLength(1)
  })

  test('a reason we have no words for is no key on the screen', async () => {
    await stands({ status: 'failed', reason: 'moonphase' })
    expect(await screen.findByText(/需要我们进一步核对/)).toBeTruthy()
    expect(screen.queryByText(/moonphase/)).toBeNull()
  })
})
