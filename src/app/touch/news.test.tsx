import { act, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unreadMessageCount } from '../../contract/message.ts'
import { onRenew } from '../loading/renew.ts'
import { type Overview, overview, unread } from '../overview.ts'
import { go } from '../routing/hash-location.tsx'
import { minimise } from '../seen.ts'
import { signOut } from '../state/session.ts'
import { done, signedInAs, stubApi } from '../testing/testing.tsx'
import { followNews } from './news.ts'

const read = vi.fn()
let total: number
let sent: ReturnType<typeof stubApi>
let stops: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  read.mockReset()
  total = 2
  sent = stubApi({ [unreadMessageCount.path]: () => done({ total }) })
  signedInAs()
  unread.value = 2
  overview.value = null
  go('card')
  stops = [followNews(), onRenew(read)]
})
afterEach(() => {
  for (const stop of stops) stop()
  minimise(false)
  vi.useRealTimers()
})
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

describe('while the card is on the screen', () => {
  test('a purchase has it read again, once', async () => {
    await pass(30_000)
    expect(read).not.toHaveBeenCalled()
    total = 3
    await pass(10_000)
    expect(read).toHaveBeenCalledOnce()
    await pass(30_000)
    expect(read).toHaveBeenCalledOnce()
    expect(unread.value).toBe(3)
  })

  test('the first count of whoever has counted none is no news', async () => {
    for (const stop of stops) stop()
    unread.value = 0
    stops = [followNews(), onRenew(read)]
    await pass(20_000)
    expect(unread.value).toBe(2)
    expect(read).not.toHaveBeenCalled()
    total = 3
    await pass(10_000)
    expect(read).toHaveBeenCalledOnce()
  })

  test('nothing changes under an open sheet; it does once that is closed', async () => {
    total = 3
    render(<dialog open>PIN</dialog>)
    await pass(20_000)
    expect(read).not.toHaveBeenCalled()
    screen.getByText('PIN').removeAttribute('open')
    await pass(10_000)
    expect(read).toHaveBeenCalledOnce()
  })

  test('a count that does not come changes nothing', async () => {
    sent = stubApi({ [unreadMessageCount.path]: { status: 503 } })
    await pass(20_000)
    expect(sent).toHaveLength(2)
    expect(read).not.toHaveBeenCalled()
  })
})

test.each(['bill', 'transferIn'] as const)(
  '%s, which reads itself, is looked after half as often',
  async route => {
    go(route)
    await pass(40_000)
    expect(sent).toHaveLength(2)
    total = 3
    await pass(20_000)
    expect(read).toHaveBeenCalledOnce()
    go('card')
    await pass(20_000)
    expect(sent).toHaveLength(5)
  },
)

test('on Home its figures are read, too', async () => {
  go('index')
  total = 3
  await pass(10_000)
  expect(read).toHaveBeenCalledOnce()
  expect(sent.length).toBeGreaterThan(2)
})

test('whoever has no message, as Home has counted, is told of the first one', async () => {
  for (const stop of stops) stop()
  overview.value = { userId: 'u', coins: [], cards: [], bills: [], at: new Date() } as unknown as Overview
  unread.value = 0
  total = 1
  stops = [followNews(), onRenew(read)]
  await pass(10_000)
  expect(read).toHaveBeenCalledOnce()
})

test.each([
  ['where something is filled in', () => go('rechargeCard2', { cardId: 'c' })],
  ['while nobody looks', () => minimise(true)],
  ['of a stranger', signOut],
])('%s nothing is asked', async (_, before) => {
  before()
  total = 3
  await pass(30_000)
  expect(sent).toEqual([])
  expect(read).not.toHaveBeenCalled()
})
