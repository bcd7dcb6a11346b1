import { read } from '../../../../contract/message.ts'
import { countUnread } from '../../../overview.ts'
import { refusalText, send } from '../../../send.ts'
import type { Kind } from './kinds.ts'
import { markShelves } from './shelf.ts'

/** Marks all of a category as read, or all there are. Answers words when it failed. */
export async function readAll(kind?: Kind): Promise<string | null> {
  const reply = await send(read, kind ? { kind } : {})
  if (!reply.ok) return refusalText(reply)
  markShelves(message => !kind || message.kind === kind)
  await countUnread()
  return null
}
