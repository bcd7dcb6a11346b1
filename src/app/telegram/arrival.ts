import { tgLogin } from '../../contract/telegram.ts'
import { leave } from '../leave.ts'
import { currentRoute, currentUrl, go, goTo } from '../routing/hash-location.tsx'
import { send } from '../send.ts'
import { deviceKey } from '../start/device-key.ts'
import { startParam } from '../start/launch.ts'
import { isSignedIn, session, signIn } from '../state/session.ts'
import { keys, recall, remember } from '../storage.ts'
import { isSomebodyElses, isTheirs, letGo } from './known-here.ts'
import { initData } from './telegram.ts'

/** Signs in the person Telegram vouches for, then goes where the link that opened the app leads. */
export async function arrive(): Promise<void> {
  const start = startOf()
  if (start?.kind === 'r' && !recall<string>(keys.refer, '')) remember(keys.refer, start.id)
  await signInByItself()
  if (start) follow(start)
}

/**
 * Not for somebody who left this device on purpose (decision D8). A launch is good once: after a reload it stays unused. Who
 * is signed in stays so, unless the launch is another's and they say that they want that account.
 */
async function signInByItself() {
  const launch = initData()
  const before = session.value?.user.id
  if (!launch || recall<boolean>(keys.stayedOut, false)) return
  if (before && !isSomebodyElses(launch, before)) return
  const reply = await send(tgLogin, { initData: launch, deviceKey: deviceKey() }, { background: true })
  if (!reply.ok) return
  const isAsBefore = () => session.value?.user.id === before
  const isNew = isAsBefore() && reply.data.userInfo.id !== before
  if (!isNew || !(await isTheirs(launch, reply.data)) || !isAsBefore()) {
    await letGo(reply.data)
    return
  }
  if (before) await leave()
  signIn(reply.data)
  if (currentRoute.value !== 'login' && currentRoute.value !== 'register') return
  const wanted = new URLSearchParams(currentUrl.value.split('?')[1]).get('back')
  goTo(wanted ?? recall<string>(keys.afterLogin, '/'), { replace: true })
  remember(keys.afterLogin, null)
}

interface Start {
  /** What a link is about: an invitation (`r`), a kind of card to open (`c`) or to pay (`p`), a message (`m`). */
  kind: 'r' | 'c' | 'm' | 'p'
  id: string
}

/** The start parameter of this launch. Not again after a reload, and not over a route that was asked for. */
function startOf(): Start | null {
  const [kind = '', id = ''] = startParam(window.glaze?.params ?? null)
  if (!/^[rcmp]$/.test(kind) || !/^[A-Za-z0-9-]{1,64}$/.test(id)) return null
  if (currentUrl.value !== '/' || history.state?.hasStarted) return null
  history.replaceState({ ...history.state, hasStarted: true }, '')
  return { kind: kind as Start['kind'], id }
}

/** Whoever has gone somewhere in the meantime is left there. */
function follow({ kind, id }: Start) {
  if (currentUrl.value !== '/') return
  if (kind === 'm') go('message', { id })
  else if (kind === 'c') go('openCard', { cardTypeId: id })
  else if (kind === 'p') go('payOpenCard', { cardTypeId: id })
  else if (!isSignedIn.value) go('sharePage', { refer: id })
}
