import { logout } from '../contract/account.ts'
import { relaunch } from './routing/hash-location.tsx'
import { send } from './send.ts'
import { signOut } from './state/session.ts'
import { keys, remember } from './storage.ts'

/**
 * Ends the session, for this device whatever the server answers: what was typed and where somebody was going is left to
 * nobody who comes after. Who `staysOut` is not signed in again by the next launch in Telegram (decision D8).
 */
export async function leave({ staysOut = false } = {}): Promise<void> {
  for (const key of ['drafts', keys.afterLogin, keys.webView] as const) remember(key, null)
  if (staysOut) remember(keys.stayedOut, true)
  const reply = await send(logout, {}, { background: true })
  // It was over already: that has led home.
  if (!reply.ok && reply.status === 401) return
  signOut()
  relaunch()
}
