import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { beginWithPush } from '../../push/testing.ts'
import { minimise } from '../../seen.ts'
import { beginInTelegram } from '../../telegram/testing.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import MessageList from './messageList.tsx'
// Loaded before it is waited for.
import './parts/setting.tsx'

const all = { system: true, balance: true, verify: true, feedback: true }
const chosen = {
  mail: all,
  telegram: all,
  push: all,
  pushKey: 'BAUG',
  telegramState: 'unbound',
  quiet: null,
  timezone: 'UTC',
}
const path = (name: string) => `/api/customer/message/${name}`
const somewhere = { device: 'Chrome · Android', hasAmounts: false, createTime: '2026-11-01T00:00:00.000Z' }

/** The settings of messages, and a server that knows this device once it was told of it. */
async function opened({ others = 0, setting = {} as object, refusal = null as object | null } = {}) {
  signedInAs()
  let here: { hasAmounts: boolean } | null = null
  const sent = stubApi({
    [path('getAllMessageFirst')]: done([]),
    [path('setting')]: ({ push = {} }: { push?: object }) =>
      done({ ...chosen, push: { ...all, ...push }, ...setting }),
    [path('push/list')]: () =>
      done([
        ...(here ? [{ ...somewhere, ...here, current: true }] : []),
        ...Array.from({ length: others }, () => ({ ...somewhere, current: false })),
      ]),
    [path('push/subscribe')]: ({ hasAmounts }) => {
      if (refusal) return refusal
      here = { hasAmounts: hasAmounts === true }
      return done(null)
    },
    [path('push/unsubscribe')]: () => {
      here = null
      return done(null)
    },
  })
  await renderPage('messages', MessageList)
  fireEvent.click(await screen.findByRole('button', { name: /消息设置/ }))
  await screen.findByText('夜间免打扰')
  return (name: string) => sent.filter(each => each.path === path(name)).map(({ body }) => body)
}

const theSwitch = (name: RegExp) => screen.findByRole('switch', { name })
const isOn = async (name: RegExp) => (await theSwitch(name)).getAttribute('aria-checked') === 'true'
const onHere = /在这台设备上通知/
const amounts = /锁屏显示金额/

describe('notifications on this device', () => {
  test('are not offered where the server has none', async () => {
    beginWithPush()
    await opened({ setting: { pushKey: null } })
    expect(screen.queryByText('设备通知')).toBeNull()
  })

  test('are not offered inside Telegram, where the bot writes', async () => {
    const host = beginInTelegram()
    beginWithPush()
    const sent = await opened()
    expect(sent('push/list')).toEqual([])
    expect(screen.queryByText('设备通知')).toBeNull()
    host.leave()
  })

  test('are nothing that this browser has', async () => {
    await opened()
    await screen.findByText('这个浏览器不能显示通知。')
    expect(screen.queryByRole('switch', { name: onHere })).toBeNull()
  })

  test('wait for the home screen on an iPhone', async () => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1'
    vi.stubGlobal('navigator', { ...navigator, userAgent, maxTouchPoints: 5 })
    await opened()
    await screen.findByText(/先把 Glaze 添加到主屏幕/)
    expect(screen.queryByRole('switch', { name: onHere })).toBeNull()
  })

  test('that were forbidden tell how they are allowed, and are offered once they are', async () => {
    const browser = beginWithPush({ permission: 'denied' })
    await opened()
    await screen.findByText(/浏览器已禁止 Glaze 发通知/)
    expect(screen.queryByRole('switch', { name: onHere })).toBeNull()
    browser.permit('default')
    minimise(true)
    minimise(false)
    await theSwitch(onHere)
    expect(browser.asked()).toBe(0)
  })

  test('are asked for by a tap alone, and cover amounts until the customer wants them', async () => {
    const browser = beginWithPush()
    const sent = await opened()
    expect([await isOn(onHere), browser.asked(), browser.endpoint()]).toEqual([false, 0, null])
    expect(screen.queryByRole('switch', { name: amounts })).toBeNull()
    fireEvent.click(await theSwitch(onHere))
    await waitFor(async () => expect(await isOn(amounts)).toBe(false))
    fireEvent.click(await theSwitch(amounts))
    await waitFor(async () => expect(await isOn(amounts)).toBe(true))
    const place = { endpoint: 'https://push.example.com/1', p256dh: 'B-key', auth: 'secret' }
    expect(sent('push/subscribe')).toEqual([
      { ...place, hasAmounts: false },
      { ...place, hasAmounts: true },
    ])
  })

  test('have their categories for all devices, and go with one tap', async () => {
    const browser = beginWithPush()
    const sent = await opened()
    fireEvent.click(await theSwitch(onHere))
    await theSwitch(amounts)
    const kinds = screen.getAllByRole('switch', { name: /余额变动/ })
    expect(kinds).toHaveLength(2)
    fireEvent.click(kinds[1] as Element)
    await waitFor(() => expect(sent('setting').at(-1)).toEqual({ push: { balance: false } }))
    fireEvent.click(await theSwitch(onHere))
    await waitFor(async () => expect(await isOn(onHere)).toBe(false))
    expect(sent('push/unsubscribe')).toEqual([{}])
    expect(browser.endpoint()).toBeNull()
  })

  test('that the person says no to stay off, and it is said how they come', async () => {
    beginWithPush({ answer: 'denied' })
    const sent = await opened()
    fireEvent.click(await theSwitch(onHere))
    await screen.findByText(/浏览器已禁止 Glaze 发通知/)
    expect(sent('push/subscribe')).toEqual([])
  })

  test.each([
    ['nobody answered the question', { answer: 'default' as const }, '还没有允许通知，没有开启'],
    ['its push service is not there', { isReachable: false }, /没有连上它的推送服务/],
  ])('stay off where %s', async (_, browser, words) => {
    beginWithPush(browser)
    const sent = await opened()
    fireEvent.click(await theSwitch(onHere))
    await screen.findByText(words)
    expect([await isOn(onHere), sent('push/subscribe')]).toEqual([false, []])
  })

  test('that the server does not take stay off, and it says why', async () => {
    beginWithPush()
    await opened({ refusal: { code: 1403, key: 'feature_unsupported', msg: '', data: null } })
    fireEvent.click(await theSwitch(onHere))
    await screen.findByText('该功能暂未开放')
    expect(await isOn(onHere)).toBe(false)
  })

  test('on other devices are counted, and have their categories here too', async () => {
    await opened({ others: 2 })
    await screen.findByText('另有 2 台设备已开启')
    expect(screen.getAllByRole('switch', { name: /余额变动/ })).toHaveLength(2)
  })
})
