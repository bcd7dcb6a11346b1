import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { keys, remember } from '../../storage.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import About from './about.tsx'

const version = '/api/common/appVersion/checkVersion'
const list = '/api/customer/agreement/list'
const found = (latest: string, min = '0.1.0') => done({ latest, min, notes: ['支持导出对账单'] })
const agreement = (key: string, accepted: string | null) => ({
  key,
  title: key,
  version: '2',
  date: '2026-10-01',
  accepted: accepted && { version: accepted, at: '2026-10-01T00:00:00.000Z' },
})

async function check(answer: object) {
  stubApi({ [version]: answer })
  await renderPage('help', About)
  fireEvent.click(screen.getByRole('button', { name: '检查更新' }))
}

describe('about', () => {
  test.each([
    ['the newest', found('0.0.1'), /^已经是最新版本$/],
    ['a newer one', found('99.0.0'), /^新版本 99\.0\.0 可用$/],
    ['one that is needed', found('99.0.0', '98.0.0'), /^当前版本过旧，请更新到 99\.0\.0$/],
  ])('says which version there is: %s', async (_name, answer, words) => {
    await check(answer)
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('a newer one comes with what is new, and the way to it', async () => {
    await check(found('99.0.0'))
    expect(await screen.findByText('支持导出对账单')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '检查更新' })).toBeNull()
  })

  test('silence is told, and one can ask again', async () => {
    await check({ status: 502 })
    expect((await screen.findAllByText('网络错误，请稍后再试')).length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: '检查更新' })).toBeTruthy()
  })

  test('marks the agreements that are new to the reader', async () => {
    signedInAs()
    stubApi({ [list]: done([agreement('service', '2'), agreement('privacy', '1')]) })
    await renderPage('help', About)
    await waitFor(() => expect(screen.getAllByText('有更新')).toHaveLength(1))
    const row = (name: string) => screen.getByText(name).closest('a')
    expect(row('隐私政策')?.textContent).toContain('有更新')
    expect(row('服务协议')?.textContent).not.toContain('有更新')
    expect(row('隐私政策')?.getAttribute('href')).toBe('#/pages/info/info?key=privacy')
  })

  test('tells how the app comes onto the home screen, to somebody who has looked lately too', async () => {
    remember(keys.installClosedAt, Date.now())
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    await renderPage('help', About)
    expect(await screen.findByText('添加到主屏幕')).toBeTruthy()
  })
})
