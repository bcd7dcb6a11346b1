import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUrl, go, relaunch } from '../routing/hash-location.tsx'
import { isSignedIn, signOut } from '../state/session.ts'
import { keys, recall, remember } from '../storage.ts'
import { done, person, stubApi } from '../testing/testing.tsx'
import { arrive } from './arrival.ts'

const path = '/api/common/customerUser/tgLogin'
const nobody = { code: 1009, key: 'user_missing', msg: '', data: null }
const somebody = done({ userInfo: person, token: 'new' })

function launchedWith(startParam?: string) {
  const params = {
    tgWebAppData: `user=1&hash=x${startParam ? `&start_param=${startParam}` : ''}`,
    tgWebAppVersion: '9.0',
  }
  vi.stubGlobal('glaze', { params, early: {}, language: 'zh-CN' })
  vi.stubGlobal('TelegramWebviewProxy', { postEvent: () => {} })
}

beforeEach(() => {
  signOut()
  relaunch()
  history.replaceState({}, '')
  for (const key of [keys.stayedOut, keys.refer, keys.afterLogin]) remember(key, null)
})
afterEach(() => vi.unstubAllGlobals())

describe('signing in by itself', () => {
  test('is not tried by who left this device on purpose', async () => {
    launchedWith()
    remember(keys.stayedOut, true)
    const sent = stubApi({ [path]: somebody })
    await arrive()
    expect(sent).toEqual([])
    expect(isSignedIn.value).toBe(false)
  })

  test('is not tried in an ordinary browser: the link may carry the launch data of somebody else', async () => {
    launchedWith()
    vi.stubGlobal('TelegramWebviewProxy', undefined)
    const sent = stubApi({ [path]: somebody })
    await arrive()
    expect(sent).toEqual([])
    expect(isSignedIn.value).toBe(false)
  })

  test('leaves whom Telegram does not know where they are, without a word', async () => {
    launchedWith()
    const sent = stubApi({ [path]: nobody })
    await arrive()
    expect(sent).toHaveLength(1)
    expect(isSignedIn.value).toBe(false)
    expect(currentUrl.value).toBe('/')
  })

  test('lets in who is bound, and on from the log-in', async () => {
    launchedWith()
    stubApi({ [path]: somebody })
    go('login', { back: '/pages/card/card' })
    await arrive()
    expect(isSignedIn.value).toBe(true)
    expect(currentUrl.value).toBe('/pages/card/card')
  })

  test('never follows a foreign address', async () => {
    launchedWith()
    stubApi({ [path]: somebody })
    go('login', { back: 'https://evil.example' })
    await arrive()
    expect(currentUrl.value).toBe('/')
  })
})

describe('the link that opened the app', () => {
  const id = '0199c1de-0000-7000-8000-000000000001'

  test.each([
    [`c_${id}`, `/pages/openCard/openCard?cardTypeId=${id}`],
    [`p_${id}`, `/pages/payOpenCard/payOpenCard?cardTypeId=${id}`],
    [`m_${id}`, `/pages/message/message?id=${id}`],
    [`m_${id}_en`, `/pages/message/message?id=${id}`],
    ['r_ABCD2345', '/pages/sharePage/sharePage?refer=ABCD2345'],
    ['r_ABCD2345_zh', '/pages/sharePage/sharePage?refer=ABCD2345'],
    ['x_1', '/'],
    ['c_', '/'],
    ['c_../../x', '/'],
  ])('%s leads to %s', async (start, url) => {
    launchedWith(encodeURIComponent(start))
    stubApi({ [path]: nobody })
    await arrive()
    expect(currentUrl.value).toBe(url)
  })

  test('is followed once: not again after a reload', async () => {
    launchedWith(`m_${id}`)
    stubApi({ [path]: nobody })
    await arrive()
    go('index', {}, { replace: true })
    await arrive()
    expect(currentUrl.value).toBe('/')
  })

  test('takes nobody away from where they have gone', async () => {
    launchedWith(`m_${id}`)
    stubApi({ [path]: nobody })
    const arrival = arrive()
    go('user')
    await arrival
    expect(currentUrl.value).toBe('/pages/user/user')
  })

  test('an invitation is kept for the registration; a customer is not sent to it', async () => {
    launchedWith('r_ABCD2345_en')
    stubApi({ [path]: somebody })
    await arrive()
    expect(recall(keys.refer)).toBe('ABCD2345')
    expect(currentUrl.value).toBe('/')
  })
})
