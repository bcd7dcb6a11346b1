import { messageSetting, pushList } from '../../contract/message.ts'
import { send } from '../send.ts'
import { session } from '../state/session.ts'
import { obstacleHere, pushHere, subscribeHere, subscriptionNow, turnOff } from './here.ts'

const quietly = { background: true }

/**
 * At a start, where notifications were turned on: a browser that was given another place meanwhile, or a session that is new,
 * is named to the server again; what the person has forbidden ends. For somebody else who is signed in nothing is done.
 * What fails, for want of a service worker for example, is tried at the next start.
 */
export async function keepPush(): Promise<void> {
  await keep().catch(() => {})
}

async function keep(): Promise<void> {
  const { userId, endpoint, hasAmounts = false } = pushHere()
  if (!userId || userId !== session.value?.user.id || !('Notification' in window)) return
  if (obstacleHere() === 'denied') return void (await turnOff(quietly))
  if (Notification.permission !== 'granted') return
  const [devices, subscription] = await Promise.all([send(pushList, {}, quietly), subscriptionNow()])
  if (!devices.ok) return
  const isKnown = devices.data.some(({ current }) => current)
  if (isKnown && subscription?.endpoint === endpoint) return
  const setting = await send(messageSetting, {}, quietly)
  if (!setting.ok || setting.data.pushKey === null) return
  // What the server has forgotten its service may have, too.
  const wanted = { pushKey: setting.data.pushKey, hasAmounts, isNew: !isKnown }
  await subscribeHere(wanted, quietly)
}
