import { getUser } from '../contract/account.ts'
import { type SendOptions, send } from './send.ts'
import { updates, updateUser } from './state/session.ts'

/**
 * Reads the signed-in customer anew; a failure changes nothing. An answer that another one has overtaken may be older than it
 * (a language that was changed meanwhile would change back): then it is asked once more.
 */
export async function renewUser(options: SendOptions = {}): Promise<void> {
  const before = updates
  const reply = await send(getUser, {}, { ...options, background: true })
  if (!reply.ok) return
  if (updates === before) updateUser(reply.data)
  else await renewUser(options)
}
