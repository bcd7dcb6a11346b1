import { act, cleanup, fireEvent, screen, within } from '@testing-library/preact'
import type { ComponentType } from 'preact'
import { afterEach, beforeEach, vi } from 'vitest'
import type { PageProps } from '../../../routing/routes.ts'
import { done, renderPage, signedInAs, stubApi } from '../../../testing/testing.tsx'
import { coinOf } from '../../wallet/testing/coin-of.ts'
import { celadon, master, pageOf, sampleCard } from './samples.ts'

// For tests of conversions: what the server would say, and the hands of the customer.

let Page: ComponentType<PageProps>

/** Every test begins with the clock in hand. */
export function beginAnew(page: ComponentType<PageProps>) {
  Page = page
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

/** Opens the page again after it was left. */
export async function reopen(query: Record<string, string> = { coin: 'ETH' }) {
  cleanup()
  await renderPage('card', Page, { query })
}

export const quotePath = '/api/customer/cryptoCurrency/quote'
export const convertPath = '/api/customer/cryptoCurrency/convertToMasterBalance'
export const billId = '01990000-0000-7000-8000-00000000b111'

let quotes = 0
/** A quote for whatever is asked; each of them has its own id and stands for 30 seconds. */
export const quoted = (receive: string) => (sent: Record<string, unknown>) =>
  done({
    quoteId: `01990000-0000-7000-8000-0000000000${String(++quotes).padStart(2, '0')}`,
    from: sent.from,
    to: 'USDT',
    amount: sent.amount,
    receive,
    fee: '4.4775',
    feePercent: '0.1',
    rate: '2985',
    referenceRate: '3000',
    spreadPercent: '0.5',
    rateTime: new Date().toISOString(),
    expireTime: new Date(Date.now() + 30_000).toISOString(),
    leftSeconds: 30,
  })
export const answered = {
  transferId: billId,
  amount: '1.5',
  fee: '4.4775',
  received: '4473.0225',
  cardAvailable: null,
  walletAvailable: '4885.7725',
  billId,
}
export const converted = done(answered)

export async function show(
  changes: Record<string, object | ((sent: Record<string, unknown>) => object)> = {},
  query: Record<string, string> = { coin: 'ETH' },
) {
  quotes = 0
  signedInAs()
  const sent = stubApi({
    '/api/customer/card/50/1': done(pageOf([sampleCard])),
    '/api/common/cardType/1000/1': done(pageOf([celadon])),
    '/api/customer/cryptoCurrency/masterBudgetBalance': done(master),
    '/api/customer/cryptoCurrency/queryWallet': done([
      coinOf('USDT', '412.75'),
      coinOf('ETH', '2.5'),
      coinOf('BTC', '0'),
    ]),
    [quotePath]: quoted('4473.0225'),
    [convertPath]: converted,
    ...changes,
  })
  await renderPage('card', Page, { query })
  await screen.findByText('下一步')
  return (path: string) => sent.filter(call => call.path === path)
}

/** Time goes by. */
export async function pass(ms: number) {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
}

export async function type(keys: string) {
  for (const key of keys) {
    fireEvent.click(screen.getAllByRole('button', { name: key }).at(-1) as HTMLElement)
    await pass(1)
  }
  await pass(600)
}

export async function enterPin() {
  fireEvent.click(screen.getByText('下一步'))
  fireEvent.click(await screen.findByText('输入资金密码'))
  await typePin()
}

export async function typePin() {
  await screen.findByText('用资金密码确认')
  const dialog = within(document.querySelector('dialog') as HTMLElement)
  for (const key of '135790') {
    fireEvent.click(dialog.getByRole('button', { name: key }))
    await pass(1)
  }
}

export async function confirm() {
  const button = document.querySelector('dialog form button[type=submit]') as HTMLButtonElement
  fireEvent.submit(button.form as HTMLFormElement)
  await pass(50)
}

/** What arrives, announced politely; in the sheet when one is open. */
export function promise(): HTMLElement {
  const place = document.querySelector('dialog') ?? document.querySelector('main')
  return within(place as HTMLElement).getAllByRole('status')[0] as HTMLElement
}

/** What stands against the amount, under its figure; null where nothing does. */
export function against(): string | null {
  return document.querySelector('main .bad')?.textContent ?? null
}

/** As a person does; the library would send an input event instead. */
export function choose(chooser: HTMLSelectElement, value: string) {
  chooser.value = value
  chooser.dispatchEvent(new Event('change', { bubbles: true }))
}

export const next = () => screen.getByText('下一步') as HTMLButtonElement
