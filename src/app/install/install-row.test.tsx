import { act, fireEvent, screen } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { whenQuiet } from '../chunks/idle.ts'
import { overview } from '../overview.ts'
import Home from '../pages/home/index.tsx'
import Welcome from '../start/welcome.tsx'
import { session } from '../state/session.ts'
import { keys, recall } from '../storage.ts'
import { renderPage, signedInAs, stubApi } from '../testing/testing.tsx'
import { shownToasts } from '../ui/toast.tsx'
import { installRow } from './install.ts'
import { InstallRow } from './install-row.tsx'

beforeEach(() => {
  vi.restoreAllMocks()
  stubApi({})
  installRow.value = null
})

function speakAs(userAgent: string) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
}
function offerWith(prompt: () => Promise<unknown>) {
  dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
}
async function openSheet() {
  await renderPage('install', () => <InstallRow />)
  fireEvent.click(await screen.findByText('添加到主屏幕'))
  return await screen.findByRole('dialog')
}

test.each([
  ['a stranger', Welcome],
  ['a customer', Home],
])('asks %s on Home once they have looked around, and not at first sight', async (_who, Page) => {
  signedInAs()
  const [userId, master] = [session.value?.user.id, { balance: '0', cardBalance: '0' }]
  overview.value = { userId, master, coins: [], cards: [], bills: [], at: new Date() } as never
  await renderPage('core', Page)
  await act(() => new Promise(done => setTimeout(done, 100)))
  expect(screen.queryByText('添加到主屏幕')).toBeNull()
  await whenQuiet()
  expect(await screen.findByText('添加到主屏幕')).toBeTruthy()
  overview.value = null
})

test('tells a phone how, and the desktop under the other tab', async () => {
  speakAs('Mozilla/5.0 (iPhone; CPU iPhone OS 26_1) Version/26.1 Safari/604.1')
  await openSheet()
  expect(screen.getByText('点按浏览器的分享按钮')).toBeTruthy()
  expect(screen.queryByText('立即添加')).toBeNull()
  fireEvent.click(screen.getByText('浏览器'))
  expect(screen.getByText('确认后即可从桌面打开')).toBeTruthy()
})

test('says so where the ways do not come', async () => {
  vi.doMock('./install-sheet.tsx', () => {
    throw new Error('no network')
  })
  await renderPage('install', () => <InstallRow />)
  fireEvent.click(await screen.findByText('添加到主屏幕'))
  await expect.poll(() => shownToasts()).toContain('网络错误，请稍后再试')
  vi.doUnmock('./install-sheet.tsx')
})

test('sends somebody inside another app to the browser of the system', async () => {
  speakAs('Mozilla/5.0 (Linux; Android 14) Chrome/142 Safari/537.36 MicroMessenger/8.0')
  await openSheet()
  expect(screen.getByText(/用系统浏览器打开/)).toBeTruthy()
  expect(screen.getByText('复制链接')).toBeTruthy()
})

test('says so when the browser does not install it; whoever looked is left alone for thirty days', async () => {
  const prompt = vi.fn(() => Promise.reject(new Error('not now')))
  offerWith(prompt)
  await openSheet()
  const button = screen.getByText('立即添加')
  fireEvent.click(button)
  fireEvent.click(button)
  await expect.poll(() => shownToasts()).toContain('安装失败，请稍后再试')
  expect(prompt).toHaveBeenCalledTimes(1)
  await expect.poll(() => screen.queryByText('添加到主屏幕')).toBeNull()
  expect(recall(keys.installClosedAt)).toEqual(expect.any(Number))
})
