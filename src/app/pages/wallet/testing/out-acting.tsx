import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import type { ComponentType } from 'preact'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetWaits } from '../../../forms/email-code.ts'
import type { PageProps } from '../../../routing/routes.ts'
import { done, renderPage, signedInAs, stubApi } from '../../../testing/testing.tsx'
import { api, quoteOf, savedAddress, unchecked, withdrawalOf } from './out-samples.ts'

// For tests of withdrawals: what a person does.

type Answer = object | ((sent: Record<string, unknown>) => object)

export const place = { coin: 'USDT', chain: 'ERC20' }
/** What the server says, by path; a test changes what matters to it. */
export const answers: Record<string, Answer> = {}

let Page: ComponentType<PageProps>

/** Somebody is signed in and the server says what it usually does, before each test of the page. */
export function beginAnew(page: ComponentType<PageProps>) {
  Page = page
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    forgetWaits()
    signedInAs()
    Object.assign(answers, {
      [api.quote]: quoteOf,
      [api.book]: done([savedAddress]),
      [api.list]: done({ list: [], total: 0, page: 1, pageSize: 5 }),
      [api.check]: ({ address }: Record<string, unknown>) =>
        done({ ...unchecked, address, problem: 'unsaved' }),
      [api.out]: done(withdrawalOf()),
      [api.detail]: done(withdrawalOf()),
      [api.save]: done(savedAddress),
      [api.mail]: () => done({ resendAt: new Date(Date.now() + 60_000).toISOString() }),
      [api.rename]: done(savedAddress),
      [api.remove]: done(null),
    })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

/** Lets time go by. */
export const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })

/** Opens the page. Answers how to see what was sent to a path. */
export async function show(query: Record<string, string> = place, options: { language?: 'en-US' } = {}) {
  const sent = stubApi(answers)
  await renderPage('wallet', Page, { query, ...options })
  return (path: string) => sent.filter(call => call.path === path)
}

export async function showAmount(query: Record<string, string> = {}) {
  const sentTo = await show({ ...place, to: savedAddress.address, ...query })
  await screen.findByText('含手续费')
  return sentTo
}

export function press(...keys: string[]) {
  for (const key of keys) fireEvent.click(screen.getByRole('button', { name: key }))
}

export async function typeAddress(address: string) {
  const field = await screen.findByRole('textbox')
  fireEvent.input(field, { target: { value: address } })
  await pass(500)
}

/** From a figure that can be sent to the PIN, which is typed and not confirmed. */
export async function agree() {
  await screen.findByText(/，到账/)
  fireEvent.click(screen.getByText('下一步'))
  fireEvent.click(await screen.findByText('输入资金密码'))
  await enterPin()
}

export async function enterPin() {
  const form = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('dialog form')
    if (!found) throw new Error('no form yet')
    return found
  })
  for (const key of '135790') {
    fireEvent.click(within(form).getByRole('button', { name: key }))
    await pass(1)
  }
}

export function confirm() {
  fireEvent.submit(document.querySelector('dialog form') as HTMLFormElement)
}

/** Saves the address that stands there, with a code and the PIN. */
export async function saveAddress() {
  fireEvent.click(await screen.findByText('保存地址'))
  fireEvent.input(await screen.findByLabelText('名称'), { target: { value: '交易所' } })
  fireEvent.click(screen.getByText('获取验证码'))
  await pass(10)
  fireEvent.input(screen.getByLabelText('邮箱验证码'), { target: { value: '135790' } })
  fireEvent.submit(document.querySelector('dialog form') as HTMLFormElement)
  await screen.findByText('输入资金密码保存地址')
  await enterPin()
  confirm()
  await pass(10)
}
