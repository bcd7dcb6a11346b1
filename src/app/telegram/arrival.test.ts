import { fireEvent, screen } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUrl, go, relaunch } from '../routing/hash-location.tsx'
import { isSignedIn, session, signIn, signOut } from '../state/session.ts'
import { keys, recall, remember } from '../storage.ts'
import { done, person, stubApi } from '../testing/testing.tsx'
import { arrive } from './arrival.ts'
import { noteHere } from './known-here.ts'

const path = '/api/common/customerUser/tgLogin'
const nobody = { code: 1009, key: 'user_missing', msg: '', data: null }
const somebody = done({ userInfo: person, token: 'new' })
const logout = '/api/customer/customerUser/logout'
const launch = `user=${encodeURIComponent('{"id":7,"username":"lin"}')}&hash=x`

function launchedWith(startParam?: string) {
  const params = {
    tgWebAppData: `${launch}${startParam ? `&start_param=${startParam}` : ''}`,
    tgWebAppVersion: '9.0',
  }
  vi.stubGlobal('glaze', { params, early: {}, language: 'zh-CN' })
  vi.stubGlobal('TelegramWebviewProxy', { postEvent: () => {} })
}

beforeEach(() => {
  signOut()
  relaunch()
  history.replaceState({}, '')
  for (const key of [keys.stayedOut, keys.refer, keys.afterLogin, 'telegramHere'] as const)
    remember(key, null)
  noteHere(launch, person.id)
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

describe('an account that nobody here has said to be theirs', () => {
  const yes = '是我的，登录'
  beforeEach(() => {
    launchedWith()
    remember('telegramHere', null)
  })

  test('is named, and nobody is in it before they say so; the next launch asks no more', async () => {
    stubApi({ [path]: somebody })
    const arrival = arrive()
    await screen.findByText('lin@example.com')
    expect(screen.getByText('@lin').tagName).toBe('BDI')
    expect(isSignedIn.value).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: yes }))
    await arrival
    expect(session.value?.token).toBe('new')
    signOut()
    await arrive()
    expect(isSignedIn.value).toBe(true)
  })

  test('is left as it was by who says that it is not theirs, with the session over', async () => {
    const sent = stubApi({ [path]: somebody, [logout]: done(null) })
    const arrival = arrive()
    fireEvent.click(await screen.findByRole('button', { name: '不是我的' }))
    await arrival
    expect(isSignedIn.value).toBe(false)
    expect(sent.map(({ path, headers }) => [path, headers['X-Access-Token']])).toEqual([
      [path, undefined],
      [logout, 'new'],
    ])
    expect(recall('telegramHere')).toBeNull()
  })

  test('is asked about again when the Telegram user is bound to another', async () => {
    noteHere(launch, 'another')
    stubApi({ [path]: somebody })
    const arrival = arrive()
    fireEvent.click(await screen.findByRole('button', { name: yes }))
    await arrival
    expect(recall('telegramHere')).toEqual({ 7: person.id })
  })
})

describe('a launch while somebody is signed in', () => {
  const alice = { ...person, id: 'alice', email: 'alice@example.com' }
  const alicesLaunch = `user=${encodeURIComponent('{"id":8}')}&hash=y`

  beforeEach(() => {
    launchedWith()
    signIn({ token: 'alices', userInfo: alice })
  })

  test('of whom this device knows nothing, or of themselves, is left alone', async () => {
    const sent = stubApi({ [path]: somebody })
    remember('telegramHere', null)
    await arrive()
    noteHere(launch, 'alice')
    await arrive()
    expect(sent).toEqual([])
  })

  test.each([
    ['known here', () => {}],
    ['new here, where theirs is another', () => remember('telegramHere', { 8: 'alice' })],
  ])('of another person (%s) takes nobody away without a yes', async (_, given) => {
    given()
    const sent = stubApi({ [path]: somebody, [logout]: done(null) })
    const arrival = arrive()
    await screen.findByText(/alice@example.com/)
    fireEvent.click(screen.getByRole('button', { name: '继续用现在的账号' }))
    await arrival
    expect(session.value?.token).toBe('alices')
    expect(sent.at(-1)).toMatchObject({ path: logout, headers: { 'X-Access-Token': 'new' } })
  })

  test('of another person signs in to theirs with a yes, and ends the session before', async () => {
    noteHere(alicesLaunch, 'alice')
    remember('drafts', { a: 1 })
    const sent = stubApi({ [path]: somebody, [logout]: done(null) })
    const arrival = arrive()
    fireEvent.click(await screen.findByRole('button', { name: '是我的，换过去' }))
    await arrival
    expect(session.value).toEqual({ token: 'new', user: person })
    expect(sent.at(-1)).toMatchObject({ path: logout, headers: { 'X-Access-Token': 'alices' } })
    expect(recall('drafts')).toBeNull()
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
