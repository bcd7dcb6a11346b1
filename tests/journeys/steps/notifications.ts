import { randomUUID } from 'node:crypto'
import type { CDPSession, Worker } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from '../people/person.ts'

/** A browser's push service has no network here: the sandbox's stands in, where the page asks for a place. */
export async function withPushService({ page, town }: Person): Promise<() => string> {
  let id = ''
  await page.context().grantPermissions(['notifications'], { origin: new URL(town.appUrl).origin })
  await page.exposeFunction('subscribeInTown', async (senderKey: string) => {
    const given = await town.console<{ id: string }>('/push/subscribe', { senderKey })
    id = given.id
    return given
  })
  await page.addInitScript(() => {
    const { subscribeInTown } = window as unknown as { subscribeInTown: (key: string) => Promise<object> }
    let current: object | null = null
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current,
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) {
        const text = btoa(String.fromCharCode(...applicationServerKey))
        const given = await subscribeInTown(
          text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
        )
        const options = { applicationServerKey: applicationServerKey.buffer }
        const unsubscribe = async () => {
          current = null
        }
        current = { ...given, options, unsubscribe, toJSON: () => given }
        return current
      },
    })
  })
  return () => id
}

/** What an operator writes, of a sum of money. */
export const said = { zh: '活动：送 10 USDT', en: 'A present of 10 USDT' }

/** An operator writes to them. */
export async function hearFromUs({ town, email }: Person): Promise<void> {
  const words = Object.entries(said).flatMap(([lang, text]) => [
    `--title-${lang}=${text}`,
    `--content-${lang}=${text}`,
  ])
  const { code, output } = await town.ops('messages', 'send', email, ...words, `--key=${randomUUID()}`)
  expect([code, output]).toEqual([0, expect.any(String)])
}

/** What was pushed to their browser, newest first, as its service worker gets it. */
export async function pushedTo({ town }: Person, id: string): Promise<string[]> {
  const messages = await town.console<{ text: string }[]>(`/push/messages?id=${id}`)
  return messages.map(({ text }) => text)
}

/** The browser hands it to the service worker, asleep or not. */
export async function deliver({ page, town }: Person, data: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const registrationId = await registered(cdp)
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(town.appUrl).origin,
    registrationId,
    data,
  })
}

function registered(cdp: CDPSession): Promise<string> {
  return new Promise((done, fail) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) done(first.registrationId)
    })
    cdp.send('ServiceWorker.enable').catch(fail)
  })
}

/** What stands on the screen of the phone. */
export async function notificationsOf({ page }: Person) {
  return await page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready
    return (await worker.getNotifications()).map(({ title, body, data }) => ({
      title,
      body,
      data: String(data),
    }))
  })
}

/** Taps the first of them: no hand reaches the system's own. */
export async function tapNotification({ page }: Person): Promise<void> {
  const [worker] = page.context().serviceWorkers() as [Worker]
  await worker.evaluate(async () => {
    const { registration, NotificationEvent } = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      NotificationEvent: new (type: string, init: object) => Event
    }
    const [notification] = await registration.getNotifications()
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })
}
