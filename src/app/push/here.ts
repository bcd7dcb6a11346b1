import { pushSubscribe, pushUnsubscribe } from '../../contract/message.ts'
import { placeOf } from '../install/install-place.ts'
import { type Reply, type SendOptions, send } from '../send.ts'
import { session } from '../state/session.ts'
import { recall, remember } from '../storage.ts'

/** What stands between this device and notifications; null where a tap is all that is missing. */
export type Obstacle = 'unsupported' | 'install' | 'denied'

/** Told from the browser alone, and asks nothing of anybody. */
export function obstacleHere(): Obstacle | null {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (isAble) return Notification.permission === 'denied' ? 'denied' : null
  const { system, isInApp } = placeOf(navigator.userAgent, navigator.maxTouchPoints)
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  return system === 'ios' && !isInApp && !isInstalled ? 'install' : 'unsupported'
}

/** Whose notifications this device was told to show, where they are sent to, and how. */
export interface PushHere {
  userId: string
  endpoint: string
  hasAmounts: boolean
}

/** What was agreed on here last; of anything else that stands there nothing. */
export function pushHere(): Partial<PushHere> {
  return recall<Partial<PushHere>>('pushHere', {})
}

/** How turning them on went: on; the person did not allow it; the browser could not; or what the server said. */
export type TurnedOn = 'on' | 'dismissed' | 'failed' | Reply<typeof pushSubscribe>

/** Asks the person, if they were not asked before: from a tap, for no browser asks otherwise. */
export async function turnOn(wanted: Wanted): Promise<TurnedOn> {
  if ((await Notification.requestPermission()) !== 'granted') return 'dismissed'
  return await subscribeHere(wanted)
}

interface Wanted {
  pushKey: string
  hasAmounts: boolean
  /** Its service is to give it a new place, whatever place it has. */
  isNew?: boolean
}

/** Has this browser named to the server, with a new place where the last one is for another key. */
export async function subscribeHere(
  { pushKey, hasAmounts, isNew = false }: Wanted,
  options?: SendOptions,
): Promise<TurnedOn> {
  const found = await subscriptionFor(bytesOf(pushKey), isNew).catch(() => null)
  const { endpoint, keys } = found?.toJSON() ?? {}
  if (!endpoint || !keys?.p256dh || !keys.auth) return 'failed'
  const { p256dh, auth } = keys
  const reply = await send(pushSubscribe, { endpoint, p256dh, auth, hasAmounts }, options)
  if (!reply.ok) return reply
  remember('pushHere', { userId: session.value?.user.id, endpoint, hasAmounts })
  return 'on'
}

/** No more notifications here. What the browser keeps is of no use to it then, and goes if it can. */
export async function turnOff(options?: SendOptions): Promise<Reply<typeof pushUnsubscribe>> {
  const reply = await send(pushUnsubscribe, {}, options)
  if (!reply.ok) return reply
  remember('pushHere', null)
  const subscription = await subscriptionNow().catch(() => null)
  await subscription?.unsubscribe().catch(() => {})
  return reply
}

/** What this browser is subscribed for; null for nothing. */
export async function subscriptionNow(): Promise<PushSubscription | null> {
  return await (await registered()).pushManager.getSubscription()
}

async function subscriptionFor(key: Uint8Array<ArrayBuffer>, isNew: boolean): Promise<PushSubscription> {
  const { pushManager } = await registered()
  const last = await pushManager.getSubscription()
  const lastKey = new Uint8Array(last?.options.applicationServerKey ?? [])
  if (last && !isNew && `${lastKey}` === `${key}`) return last
  await last?.unsubscribe()
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const patienceMs = 10_000

/** The service worker comes a little after the first touch (update.ts), and not at all where the app is served live. */
function registered(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, patienceMs))
  return Promise.race([navigator.serviceWorker.ready, late])
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), letter =>
    letter.charCodeAt(0),
  )
}
