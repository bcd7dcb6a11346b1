import { describe, expect, test, vi } from 'vitest'
import { remember } from '../storage.ts'
import { done, person, signedInAs, stubApi } from '../testing/testing.tsx'
import { pushHere, turnOn } from './here.ts'
import { keepPush } from './keep.ts'
import { beginWithPush } from './testing.ts'

const path = (name: string) => `/api/customer/message/${name}`
const pushKey = 'BAUG'

/** Notifications are on here; the server knows of it, or not any more. */
async function begun({ isKnown = true, userId = person.id } = {}) {
  const browser = beginWithPush()
  signedInAs({ id: userId })
  const calls = { [path('push/subscribe')]: done(null), [path('setting')]: done({ pushKey }) }
  stubApi(calls)
  await turnOn({ pushKey, hasAmounts: true })
  const devices = isKnown ? [{ device: '', hasAmounts: true, createTime: '', current: true }] : []
  const sent = stubApi({
    ...calls,
    [path('push/list')]: done(devices),
    [path('push/unsubscribe')]: done(null),
  })
  const told = () => sent.map(each => each.path.replace(path(''), ''))
  return { browser, sent, told }
}

describe('at a start notifications', () => {
  test('that were never turned on are asked nothing of', async () => {
    beginWithPush()
    signedInAs()
    const sent = stubApi({})
    await keepPush()
    expect(sent).toEqual([])
  })

  test('that are known stay as they are', async () => {
    const { told } = await begun()
    await keepPush()
    expect(told()).toEqual(['push/list'])
  })

  test('go to the new place that the browser was given', async () => {
    const { browser, sent, told } = await begun()
    await browser.move()
    await keepPush()
    expect(told()).toEqual(['push/list', 'setting', 'push/subscribe'])
    expect(sent.at(-1)?.body).toMatchObject({ endpoint: browser.endpoint(), hasAmounts: true })
    expect(pushHere().endpoint).toBe(browser.endpoint())
  })

  test('come back in a new session of the same person, at a place that nobody has given up', async () => {
    const { browser, sent } = await begun({ isKnown: false })
    const last = browser.endpoint()
    await keepPush()
    expect(sent.at(-1)?.body).toMatchObject({ endpoint: browser.endpoint() })
    expect(browser.endpoint()).not.toBe(last)
  })

  test('do not come to somebody else who signs in here', async () => {
    const { told } = await begun()
    signedInAs({ id: '01990000-0000-7000-8000-000000000002' })
    await keepPush()
    expect(told()).toEqual([])
  })

  test('end where the person has forbidden them, and nobody is asked anew', async () => {
    const { browser, told } = await begun()
    browser.permit('denied')
    await keepPush()
    expect(told()).toEqual(['push/unsubscribe'])
    expect([pushHere(), browser.asked()]).toEqual([{}, 1])
  })

  test('are tried again at the next one where no service worker gets ready', async () => {
    const { told } = await begun()
    const ready = Promise.reject(new Error('no worker'))
    vi.stubGlobal('navigator', { ...navigator, userAgent: navigator.userAgent, serviceWorker: { ready } })
    await keepPush()
    expect(told()).toEqual(['push/list'])
    expect(pushHere().endpoint).toBeTruthy()
  })

  test.each([null, 'words', 7, []])('do not mind that %j stands where they were noted', async what => {
    beginWithPush()
    signedInAs()
    const sent = stubApi({})
    remember('pushHere', what)
    await keepPush()
    expect(sent).toEqual([])
  })
})
