import { act, cleanup, screen, waitFor } from '@testing-library/preact'
import { options } from 'preact'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { go } from '../../routing/hash-location.tsx'
import { depositTerms } from '../../testing/deposit-terms.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import TransferIn from './transferIn.tsx'

const path = '/api/customer/cryptoCurrency/queryTransferIn'
const { address } = depositTerms
const deposit = {
  txId: '0xaa',
  amount: '50',
  currency: 'USDT',
  confirms: 1,
  required: 3,
  time: '2026-11-20T08:00:00.000Z',
}
const query = { coin: 'USDT', chain: 'ERC20' }
let list: object[] = []
let waiting = '0'

function answer() {
  return done({ ...depositTerms, waiting, list })
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  list = []
  waiting = '0'
  signedInAs()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  Object.defineProperty(document, 'hidden', { value: false, configurable: true })
})

function hide(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })

/** Called with everything that is drawn, anew or again, from now on. */
function watchDrawing() {
  const drawn = vi.fn()
  const before = options.diffed
  options.diffed = node => {
    before?.(node)
    drawn(node)
  }
  onTestFinished(() => {
    Object.assign(options, { diffed: before })
  })
  return drawn
}

describe('transferIn', () => {
  test('shows the whole address, the terms and that nothing has come yet', async () => {
    stubApi({ [path]: answer })
    await renderPage('wallet', TransferIn, { query })
    expect(await screen.findByText(address)).toBeTruthy()
    expect(screen.getByText('1.00 USDT')).toBeTruthy()
    expect(screen.getByText('约 36 秒')).toBeTruthy()
    expect(screen.getByText(/还没有充值/)).toBeTruthy()
  })

  test('asks every four seconds, every three while one is on its way, never while hidden', async () => {
    const sent = stubApi({ [path]: answer })
    await renderPage('wallet', TransferIn, { query })
    await screen.findByText(address)
    await pass(3_500)
    expect(sent).toHaveLength(1)
    list = [{ ...deposit, status: 'confirming' }]
    await pass(1_000)
    expect(sent).toHaveLength(2)
    expect(screen.getByText('确认 1 / 3')).toBeTruthy()
    await pass(3_100)
    expect(sent).toHaveLength(3)
    hide(true)
    await pass(60_000)
    expect(sent).toHaveLength(3)
    hide(false)
    await waitFor(() => expect(sent).toHaveLength(4))
  })

  test('celebrates a deposit that is credited while one looks, and none that was credited before', async () => {
    list = [{ ...deposit, txId: '0xbb', status: 'credited' }]
    stubApi({ [path]: answer })
    await renderPage('wallet', TransferIn, { query })
    await screen.findByText(address)
    expect(screen.queryByText('成')).toBeNull()
    // The same transaction may bring a second deposit.
    list = [{ ...deposit, txId: '0xbb', status: 'credited' }, ...list]
    await pass(4_500)
    expect(screen.getByText('成')).toBeTruthy()
  })

  test('explains what is too small, held, or undone by the chain', async () => {
    list = ['below_min', 'held', 'orphaned'].map((status, index) => ({
      ...deposit,
      txId: `0x${index}`,
      status,
    }))
    stubApi({ [path]: answer })
    await renderPage('wallet', TransferIn, { query, language: 'en-US' })
    expect(await screen.findByText(/add up to the minimum/)).toBeTruthy()
    expect(screen.getByText('Contact us').getAttribute('href')).toBe('#/pages/service/service')
    expect(screen.getByText(/The chain undid this transfer/)).toBeTruthy()
    expect(screen.queryByText(/confirmations$/)).toBeNull()
  })

  test('says of a credited one that the chain undid that it is kept, and when it is back', async () => {
    list = [{ ...deposit, status: 'lost', confirms: 0 }]
    stubApi({ [path]: answer })
    await renderPage('wallet', TransferIn, { query, language: 'en-US' })
    expect(await screen.findByText(/Your balance is unchanged/)).toBeTruthy()
    expect(screen.getByText('Contact us')).toBeTruthy()
    list = [{ ...deposit, status: 'found', confirms: 1 }]
    await pass(4_500)
    expect(screen.getByText('Back on chain')).toBeTruthy()
    // It had arrived before.
    list = [{ ...deposit, status: 'credited' }]
    await pass(4_500)
    expect(screen.getByText('Credited')).toBeTruthy()
    expect(screen.queryByText('Arrived')).toBeNull()
  })

  test('says how much is missing until crumbs are credited, and nothing when none wait', async () => {
    list = [{ ...deposit, amount: '0.4', status: 'below_min', billId: null }]
    waiting = '0.4'
    stubApi({ [path]: answer })
    await renderPage('wallet', TransferIn, { query, language: 'en-US' })
    expect(await screen.findByText(/^0\.40? USDT received so far. Send 0\.60? USDT more/)).toBeTruthy()
    expect(screen.queryByText('View activity')).toBeNull()
    waiting = '0'
    await pass(4_500)
    expect(screen.queryByText(/received so far/)).toBeNull()
  })

  test('leads to the bill of a deposit that has one', async () => {
    list = [
      { ...deposit, txId: '0x1', status: 'confirming', billId: 'b-1' },
      { ...deposit, txId: '0x2', status: 'below_min', billId: null },
    ]
    stubApi({ [path]: answer })
    await renderPage('wallet', TransferIn, { query })
    await screen.findByText(address)
    const links = screen.getAllByText('查看账单')
    expect(links.map(each => each.getAttribute('href'))).toEqual(['#/pages/bill/bill?id=b-1'])
  })

  test('keeps the address and says how old it is when it cannot be renewed', async () => {
    let isDown = false
    stubApi({ [path]: () => (isDown ? { status: 500 } : answer()) })
    await renderPage('wallet', TransferIn, { query })
    await screen.findByText(address)
    isDown = true
    await pass(10_500)
    expect(screen.getByText(/未能更新/)).toBeTruthy()
    expect(screen.getByText(address)).toBeTruthy()
  })

  test('draws nothing for an answer that says what the last one said; the newest counts for the age', async () => {
    const sent = stubApi({ [path]: answer })
    await renderPage('wallet', TransferIn, { query })
    await screen.findByText(address)
    await pass(5_000)
    const drawn = watchDrawing()
    await pass(120_000)
    expect(sent.length).toBeGreaterThan(25)
    expect(drawn).not.toHaveBeenCalled()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await act(async () => {
      dispatchEvent(new Event('offline'))
    })
    expect(drawn).toHaveBeenCalled()
    expect(screen.getByText(/以下是刚才的数据/)).toBeTruthy()
  })

  test('says that a network is not on offer and leads to those that are', async () => {
    stubApi({ [path]: { code: 1402, key: 'currency_unsupported', msg: '', data: null } })
    await renderPage('wallet', TransferIn, { query: { coin: 'BTC', chain: 'BTC' } })
    expect(await screen.findByText(/暂未开放充值/)).toBeTruthy()
    expect(screen.queryByText(/复制地址/)).toBeNull()
  })
})

test('on the way back it stands there as it was left, before anybody answers', async () => {
  list = [{ ...deposit, status: 'confirming', billId: null, messageId: null }]
  go('transferIn', query)
  stubApi({ [path]: answer() })
  await renderPage('wallet', TransferIn, { query })
  await screen.findByText(/^确认 \d/)
  cleanup()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  await renderPage('wallet', TransferIn, { query })
  expect(screen.getByText(/^确认 \d/)).toBeTruthy()
})
