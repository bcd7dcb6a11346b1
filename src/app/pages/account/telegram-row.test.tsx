import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import type { UserInfo } from '../../../contract/account.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import SafeCenter from './safeCenter.tsx'

const at = (hour: number) => new Date(2026, 10, 20, hour, 5).toISOString()

async function open(changes: Partial<UserInfo>, language: 'zh-CN' | 'en-US' = 'zh-CN') {
  const bound = { tgBound: true, tgName: '@celadon', ...changes }
  signedInAs(bound)
  stubApi({ '/api/customer/customerUser/getUser': done({ ...person, ...bound }) })
  await renderPage('account', SafeCenter, { language })
  fireEvent.click(screen.getByText('Telegram'))
  const sheet = within(await screen.findByRole('dialog'))
  return (label: string) => sheet.queryByText(label)?.nextElementSibling?.textContent
}

test.each([
  ['zh-CN', '绑定时间', '2026年11月20日 09:05', '上次用它登录', '2026年11月20日 21:05'],
  ['en-US', 'Linked on', 'Nov 20, 2026 09:05', 'Last login with it', 'Nov 20, 2026 21:05'],
] as const)(
  'a binding says since when and how lately it was used (%s)',
  async (language, since, made, used, last) => {
    const shownAt = await open({ tgBoundAt: at(9), tgUsedAt: at(21) }, language)
    expect(shownAt(since)).toBe(made)
    expect(shownAt(used)).toBe(last)
  },
)

test('one that was not used yet says so', async () => {
  const shownAt = await open({ tgBoundAt: at(9) })
  expect(shownAt('上次用它登录')).toBe('还没有用过')
})

test('of one that is older than its record only what is known is said', async () => {
  const shownAt = await open({})
  expect(shownAt('Telegram 账号')).toBe('@celadon')
  expect(shownAt('绑定时间')).toBeUndefined()
  expect(shownAt('上次用它登录')).toBeUndefined()
})

test('who is not inside Telegram is shown the way to our account there', async () => {
  await open({ tgBound: false, tgName: null })
  const way = await screen.findByRole('link', { name: '查看官方 Telegram' })
  expect(way.getAttribute('href')).toBe('#/pages/service/service')
})

test('who is about to bind sees whose Telegram it is', async () => {
  const user = encodeURIComponent('{"id":7,"first_name":"Ben","username":"ben"}')
  vi.stubGlobal('glaze', {
    params: { tgWebAppData: `user=${user}&hash=x`, tgWebAppVersion: '9.0' },
    early: {},
  })
  vi.stubGlobal('TelegramWebviewProxy', { postEvent: () => {} })
  const shownAt = await open({ tgBound: false, tgName: null })
  await waitFor(() => expect(shownAt('Telegram 账号')).toBe('@ben'))
  vi.unstubAllGlobals()
})
