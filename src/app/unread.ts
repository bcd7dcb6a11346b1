import { type ReadonlySignal, signal } from '@preact/signals'
import { unreadMessageCount } from '../contract/message.ts'
import { send } from './send.ts'

const current = signal(0)
let asked = 0

/** How many messages are unread, as the bell of Home and the row of the account tell it. */
export const unread: ReadonlySignal<number> = current

/** Takes over a count that came with something else: what was asked for before is older. */
export function knowUnread(count: number) {
  asked += 1
  current.value = count
}

/** Counts anew; an answer that a newer one has overtaken is dropped. */
export async function countUnread() {
  asked += 1
  const mine = asked
  const reply = await send(unreadMessageCount, {}, { background: true })
  if (reply.ok && mine === asked) current.value = reply.data.total
}
