import { signal } from '@preact/signals'
import type { Message } from './kinds.ts'

/** Messages that were loaded in this visit: there at once, and as far down, on the way back from one of them. */
export interface Shelf {
  rows: Message[]
  total: number
  /** When its top was read last. */
  at: Date
}

export const shelves = signal<Record<string, Shelf>>({})

/**
 * Puts rows on a shelf, newest first, none twice. The newest rows that do not reach down to those known from before take
 * their place: between them there may be others.
 */
export function shelve(
  key: string,
  { rows, total, isTop }: Pick<Shelf, 'rows' | 'total'> & { isTop: boolean },
) {
  const before = shelves.peek()[key]
  const known = before?.rows ?? []
  const hasGap = isTop && rows.length < total && !rows.some(({ id }) => id === known[0]?.id)
  const all = hasGap ? rows : [...rows, ...known]
  const unique = new Map<string, Message>()
  for (const row of all) if (!unique.has(row.id)) unique.set(row.id, row)
  // Ids are made in the order of time.
  const sorted = [...unique.values()].sort((one, other) => (one.id < other.id ? 1 : -1))
  shelves.value = {
    ...shelves.peek(),
    [key]: { rows: sorted, total, at: isTop ? new Date() : (before?.at ?? new Date()) },
  }
}

/** Marks what fits as read, on every shelf. */
export function markShelves(fits: (message: Message) => boolean) {
  shelves.value = Object.fromEntries(
    Object.entries(shelves.peek()).map(([key, { rows, ...shelf }]) => [
      key,
      { ...shelf, rows: rows.map(row => (fits(row) ? { ...row, isRead: true } : row)) },
    ]),
  )
}
