import { Refusal } from '../refusal.ts'
import type { Rows, ToldEvent } from './rows.ts'

const pageSize = 50
const lifeMs = 30 * 24 * 3600_000

/** What was told since `from`, oldest first, whether it was delivered or not: the page after the event `after`. */
export function pageOfEvents(
  { told }: Rows,
  { from, after }: { from?: string | undefined; after?: string | undefined },
) {
  const since = from === undefined ? '' : new Date(from).toISOString()
  const events = told
    .all()
    .filter(({ toldAt }) => toldAt >= since)
    .sort((a, b) => (a.toldAt < b.toldAt ? -1 : Number(a.toldAt > b.toldAt)))
  const first = after === undefined ? 0 : events.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && first === 0) throw new Refusal(404, 'event_unknown', 'There is no such event.')
  const page = events.slice(first, first + pageSize)
  return { events: page.map(view), next: first + pageSize < events.length ? (page.at(-1)?.id ?? null) : null }
}

/** An event is found in the log for thirty days. */
export function forgetOldEvents({ told }: Rows) {
  const oldest = new Date(Date.now() - lifeMs).toISOString()
  for (const { id, toldAt } of told.all()) if (toldAt < oldest) told.drop(id)
}

function view({ body, toldAt }: ToldEvent) {
  return { toldAt, event: JSON.parse(body) as unknown }
}
