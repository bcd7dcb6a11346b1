import { act, fireEvent, screen } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { keys, recall, remember } from '../../storage.ts'
import { renderPage } from '../../testing/testing.tsx'
import Redirect from './redirect.tsx'

describe('redirect', () => {
  test('does not follow a link out of the app, and says so', async () => {
    await renderPage('help', Redirect, { query: { target: 'https://evil.example/pages/user/user' } })
    expect(screen.getByText('链接指向 Glaze 以外的地方')).toBeTruthy()
    expect(screen.getByText('回到首页').getAttribute('href')).toBe('#/')
    expect(currentUrl.value).toBe('/')
  })

  test('a target that is refused never falls back to a kept one', async () => {
    remember(keys.afterLogin, '/pages/card/card')
    await renderPage('help', Redirect, { query: { target: '//evil.example' } })
    expect(screen.queryByText('继续')).toBeNull()
  })

  test('never leads to itself', async () => {
    const target = '/pages/redirect/redirect?target=/pages/card/card'
    await renderPage('help', Redirect, { query: { target } })
    expect(screen.queryByText('继续')).toBeNull()
  })

  test('goes on by itself to a place of the app', async () => {
    vi.useFakeTimers()
    await renderPage('help', Redirect, { query: { target: '/pages/kyc/kyc?id=1', result: 'success' } })
    expect(screen.getByText('已完成')).toBeTruthy()
    await act(() => void vi.advanceTimersByTime(2_000))
    expect(currentUrl.value).toBe('/pages/kyc/kyc?id=1')
  })

  test('without a target it goes where somebody was sent away from, once', async () => {
    remember(keys.webView, '/pages/makeCard/makeCard?id=1')
    await renderPage('help', Redirect)
    fireEvent.click(screen.getByText('继续'))
    expect(currentUrl.value).toBe('/pages/makeCard/makeCard?id=1')
    expect(recall(keys.webView)).toBeNull()
  })
})
