import { act, fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import MessagePage from './message.tsx'
// Loaded before it is waited for.
import './parts/challenge/challenge.tsx'

const id = '01990000-0000-7000-8000-000000000077'
const cardId = '01990000-0000-7000-8000-000000000078'
const billId = '01990000-0000-7000-8000-000000000079'
const [get, approve, deny] = ['get', 'approve', 'deny'].map(verb => `/api/customer/challenge/${verb}`) as [
  string,
  string,
  string,
]

const message = {
  id,
  kind: 'system',
  noticeType: 'challenge',
  title: '请确认：Kiln & Co 20 USD',
  content: '',
  params: { state: 'waiting', amount: '20', currency: 'USD', last4: '4242', merchant: 'Kiln & Co' },
  isRead: true,
  createTime: '2026-11-20T10:00:00.000Z',
  action: `/pages/message/message?id=${id}`,
}
const waiting = {
  id,
  cardId,
  last4: '4242',
  merchant: 'Kiln & Co',
  city: 'Austin',
  country: 'US',
  amount: '20',
  currency: 'USD',
  status: 'waiting',
  expireTime: '2026-11-20T10:05:00.000Z',
  leftSeconds: 299,
  answer: null,
  available: '100',
  canFreeze: true,
  billId: null,
  createTime: '2026-11-20T10:00:00.000Z',
}
const over = (status: string, more: object = {}) => ({ ...waiting, status, leftSeconds: 0, ...more })
const no = (key: string, data: object | null = null) => ({ code: 1417, msg: '', key, data })

beforeEach(() => {
  localStorage.clear()
  signedInAs()
})

/** Opens the message; what was sent to a path. */
async function opened(first: object, answers: Parameters<typeof stubApi>[0] = {}) {
  const sent = stubApi({
    '/api/customer/message/get': done(message),
    '/api/customer/message/unreadMessageCount': done({ total: 0, byKind: {} }),
    [get]: done(first),
    ...answers,
  })
  await renderPage('messages', MessagePage, { query: { id } })
  return (path: string) => sent.filter(call => call.path === path).map(({ body }) => body)
}

async function confirm() {
  fireEvent.click(await screen.findByRole('button', { name: '是我，确认付款' }))
  await screen.findByRole('dialog')
  for (const digit of '246801') fireEvent.keyDown(document.body, { key: digit })
  await act(() => {
    fireEvent.submit(document.querySelector('dialog form') as HTMLFormElement)
  })
}

describe('a purchase that waits', () => {
  test('says who wants how much of which card, and how long it waits', async () => {
    await opened(waiting)
    await screen.findByText('Kiln & Co')
    await screen.findByText('$20.00')
    await screen.findByText('尾号 4242')
    await screen.findByText('Austin, 美国')
    const timer = await screen.findByRole('timer')
    expect(timer.textContent).toMatch(/^4:\d\d$/)
    // Nobody is interrupted by it.
    expect(timer.closest('[aria-live], [role=status], [role=alert]')).toBeNull()
    expect(screen.queryByText(/不够付/)).toBeNull()
    await screen.findByText(/确认只说明是本人付款/)
  })

  test('is looked at again as soon as its time is over', async () => {
    let looks = 0
    await opened(waiting, {
      [get]: () => done(++looks === 1 ? { ...waiting, leftSeconds: 1 } : over('expired')),
    })
    await screen.findByText('没有及时确认')
  })

  test('that the card cannot pay says so before anybody confirms it', async () => {
    await opened({ ...waiting, available: '5' })
    expect((await screen.findByText(/不够付/)).textContent).toContain('$5.00')
    expect(screen.getByText('先去充值').getAttribute('href')).toContain(`cardId=${cardId}`)
  })

  test('is confirmed with the PIN, and leads to its row once there is one', async () => {
    let now: object = waiting
    const sent = await opened(waiting, {
      [get]: () => done(now),
      [approve]: () => {
        now = over('approved', { answer: 'taken', billId })
        return done(over('approved', { answer: 'sending' }))
      },
    })
    await confirm()
    await screen.findByText('已确认')
    expect(sent(approve)).toEqual([{ id, pin: '246801' }])
    expect((await screen.findByText('查看账单')).getAttribute('href')).toContain(`bill?id=${billId}`)
    expect(screen.queryByText(/另一台设备/)).toBeNull()
  })

  test.each([
    ['拒绝这笔付款', false],
    ['不是我：拒绝并冻结卡片', true],
  ] as const)('%s: one press, without the PIN', async (name, freeze) => {
    const sent = await opened(waiting, {
      [deny]: done(over('denied', { answer: 'sending', canFreeze: !freeze })),
    })
    fireEvent.click(await screen.findByRole('button', { name }))
    await screen.findByText('已拒绝')
    expect(sent(deny)).toEqual([{ id, freeze }])
    expect(screen.queryAllByText(/卡片已冻结/)).toHaveLength(freeze ? 1 : 0)
    expect(screen.queryAllByRole('button', { name: '不是我付的：冻结卡片' })).toHaveLength(freeze ? 0 : 1)
  })

  test('that was denied can still have the card frozen', async () => {
    const sent = await opened(over('denied', { answer: 'taken' }), {
      [deny]: done(over('denied', { answer: 'taken', canFreeze: false })),
    })
    fireEvent.click(await screen.findByRole('button', { name: '不是我付的：冻结卡片' }))
    await screen.findByText(/卡片已冻结/)
    expect(sent(deny)).toEqual([{ id, freeze: true }])
  })
})

describe('an answer that is no yes', () => {
  test('that it is over makes the page say how', async () => {
    let now: object = waiting
    await opened(waiting, {
      [get]: () => done(now),
      [approve]: () => {
        now = over('denied', { answer: 'taken' })
        return no('challenge_over', { reason: 'denied' })
      },
    })
    await confirm()
    await screen.findByText('已拒绝')
    await screen.findByText(/另一台设备/)
  })

  test('a frozen card leads to the card, and the purchase still waits', async () => {
    await opened(waiting, { [approve]: { ...no('card_frozen'), code: 1409 } })
    await confirm()
    await screen.findByText('卡片已冻结')
    expect(screen.getByText('查看卡片').getAttribute('href')).toContain(`cardDetail?id=${cardId}`)
    expect(screen.getByRole('button', { name: '拒绝这笔付款' })).toBeTruthy()
  })

  test('silence is told as silence, and may be tried again', async () => {
    await opened(waiting, { [approve]: { status: 504 } })
    await confirm()
    await screen.findByText(/没有收到答复/)
    expect(screen.getByRole('button', { name: '是我，确认付款' })).toBeTruthy()
  })
})

test.each([
  ['approved', { answer: 'taken' }, '已确认', /以账单为准/],
  ['approved', { answer: 'sending' }, '正在告诉发卡方', /还没有扣款/],
  ['approved', { answer: 'late' }, '确认晚了', /没有扣款/],
  ['denied', { answer: 'taken' }, '已拒绝', /没有扣款/],
  ['expired', {}, '没有及时确认', /没有扣款/],
  ['cancelled', {}, '付款已取消', /没有扣款/],
] as const)('opened when it is over it says how it ended: %s %o', async (status, more, title, words) => {
  await opened(over(status, more))
  await screen.findByRole('heading', { name: title })
  await screen.findByText(words)
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.queryByText(/另一台设备/)).toBeNull()
})

test('somebody else’s purchase is not shown', async () => {
  await opened(waiting, { [get]: { status: 403, error: 'denied', path: get } })
  await waitFor(() => expect(screen.queryByRole('timer')).toBeNull())
  await screen.findByText('重试')
})
