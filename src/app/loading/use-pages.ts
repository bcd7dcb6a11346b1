import { useEffect, useState } from 'react'
import type { Call, Output } from '../../contract/call.ts'
import { refusalText, type Sent, send } from '../send.ts'
import { keepHere, keptHere } from './kept-here.ts'
import { type Load, useLoad } from './use-load.ts'

type RowOf<C extends Call> = Output<C> extends { list: (infer Row)[] } ? Row : never

interface Page<Row> {
  list: Row[]
  total: number
}

/** The rows known so far, the last page that was asked for, and how many rows there were then. */
interface Read<Row> {
  known: Row[]
  page: number
  total: number
}

export interface Pages<Row> {
  first: Load<unknown>
  /** What was read so far, each once. */
  rows: Row[]
  total: number
  hasMore: boolean
  isBusy: boolean
  /** Why the next page did not come. */
  notice: string | null
  more: () => Promise<void>
}

/**
 * A list that is read page by page, newest first. What is new meanwhile moves every row on by one: nothing is shown twice,
 * and nothing is lost between the pages. On the way back it is as long as it was.
 */
export function usePages<C extends Call>(
  call: C,
  {
    pageSize,
    keyOf,
    filter = {},
  }: {
    pageSize: number
    keyOf: (row: RowOf<C>) => string
    /** Which rows; whoever changes it makes the list anew (`key`). */
    filter?: Partial<Sent<C>>
  },
): Pages<RowOf<C>> {
  const first = useLoad(call, { ...filter, pageSize, page: 1 } as Sent<C>)
  const name = `${call.path} further ${JSON.stringify(filter)}`
  const [{ known, page, ...told }, turn] = useState<Read<RowOf<C>>>(
    () => keptHere(name) ?? { known: [], page: 1, total: 0 },
  )
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)
  const [stop] = useState(() => new AbortController())
  useEffect(() => () => stop.abort(), [stop])
  const { list = [], ...counted } = (first.data ?? {}) as Partial<Page<RowOf<C>>>
  const total = page === 1 ? (counted.total ?? 0) : told.total
  const rows = page === 1 ? list : once([...list, ...known], keyOf)

  // The first page is read anew now and then: what has left it for a page that was read before is known still. When so
  // much is new that it does not join on to that, the list begins anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that was read is what asks for it
  useEffect(() => {
    if (!first.data) return
    const isJoined = list.some(row => known.some(other => keyOf(other) === keyOf(row)))
    const total = counted.total ?? 0
    keep(isJoined ? { known: rows, page, total } : { known: list, page: 1, total })
  }, [first.data])

  function keep(next: Read<RowOf<C>>) {
    keepHere(name, next)
    turn(next)
  }

  async function more() {
    setBusy(true)
    say(null)
    const input = { ...filter, pageSize, page: page + 1 } as Sent<C>
    const reply = await send(call, input, { signal: stop.signal })
    setBusy(false)
    if (!reply.ok) return say(refusalText(reply))
    const next = reply.data as Page<RowOf<C>>
    keep({ known: once([...rows, ...next.list], keyOf), page: page + 1, total: next.total })
  }

  return { first, rows, total, hasMore: page * pageSize < total, isBusy, notice, more }
}

/** Each row once, at its first place and as it is told there. */
function once<Row>(rows: Row[], keyOf: (row: Row) => string): Row[] {
  const seen = new Set<string>()
  return rows.filter(row => {
    const isNew = !seen.has(keyOf(row))
    seen.add(keyOf(row))
    return isNew
  })
}
