import { useState } from 'react'
import type { Call, Output } from '../contract/call.ts'
import { keepHere, keptHere } from './kept-here.ts'
import { refusalText, type Sent, send } from './send.ts'
import { type Load, useLoad } from './use-load.ts'

type RowOf<C extends Call> = Output<C> extends { list: (infer Row)[] } ? Row : never

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
 * A list that is read page by page. What is new meanwhile moves every row on by one: nothing is shown twice. On the way
 * back it is as long as it was.
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
  const [{ later, page }, turn] = useState<{ later: RowOf<C>[]; page: number }>(
    () => keptHere(name) ?? { later: [], page: 1 },
  )
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)
  const { list = [], total = 0 } = (first.data ?? {}) as Partial<{ list: RowOf<C>[]; total: number }>
  const rows = [...new Map([...list, ...later].map(row => [keyOf(row), row])).values()]

  async function more() {
    setBusy(true)
    say(null)
    const reply = await send(call, { ...filter, pageSize, page: page + 1 } as Sent<C>)
    setBusy(false)
    if (!reply.ok) return say(refusalText(reply))
    const next = { later: [...later, ...(reply.data as { list: RowOf<C>[] }).list], page: page + 1 }
    keepHere(name, next)
    turn(next)
  }

  return { first, rows, total, hasMore: page * pageSize < total, isBusy, notice, more }
}
