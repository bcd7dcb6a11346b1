import { read, unreadMessageCount } from '../../../../contract/message.ts'
import { unread } from '../../../overview.ts'
import { refusalText, send } from '../../../send.ts'
import type { Kind } from './kinds.ts'
import { markShelves } from './shelf.ts'

/** Counts anew: the bell of Home and the row of the account follow. */
export async function countUnread() {
  const reply = await send(unreadMessageCount, {}, { background: true })
  if (reply.ok) unread.value = reply.data.total
}

/** Marks all of a category as read, or all there are. Answers words when it failed. */
export async function readAll(kind?: Kind): Promise<string | null> {
  const reply = await send(read, kind ? { kind } : {})
  if (!reply.ok) return refusalText(reply)
  markShelves(message => !kind || message.kind === kind)
  await countUnread()
  return null
}
