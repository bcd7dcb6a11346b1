import { found } from '../refusal.ts'
import type { Rows, Thread } from './rows.ts'

/** How the authorization of a purchase stands, and what was told of it, oldest first. */
export function viewOfAuthorization({ threads, told }: Rows, id: string) {
  const thread = found(threads.get(id), 'authorization')
  const events = told
    .all()
    .map(({ body }) => JSON.parse(body) as { data: { threadId?: string | null } })
    .filter(({ data }) => data.threadId === id)
  return { id, state: stateOf(thread), since: thread.changedAt ?? thread.at, events }
}

function stateOf({ state, isFinal = false }: Thread) {
  if (state === 'asking' || state === 'approved') return 'open'
  return state === 'cleared' && !isFinal ? 'open' : state
}
