import { useEffect, useRef, useState } from 'react'
import { sums } from '../../../../../contract/bill.ts'
import type { Output } from '../../../../../contract/call.ts'
import { monthOf } from '../../../../display/calendar.ts'
import { zone } from '../../../../preferences/zone.ts'
import { send } from '../../../../send.ts'
import { firstRecent } from './month.ts'
import type { BillFilter } from './use-bills.ts'

export type MonthSums = Output<typeof sums>

/**
 * What came in and went out in each month shown, asked again when the rows say so; nothing while it is not known. Null of
 * what has no sums: those of whole months say nothing of what a word finds, nor of costs; of a year there are too many.
 */
export function useSums(filter: BillFilter, rows: string | null): MonthSums | null {
  const { keyword, status, month, year, cost, cardless, type, cardOutId } = filter
  const isSummed = !(keyword || status || year || cost || cardless)
  const [known, know] = useState<MonthSums>([])
  const first = useRef(rows)
  first.current ??= rows
  const version = rows === first.current ? null : rows

  async function read(signal: AbortSignal) {
    const until = month ?? monthOf()
    const input = { zone: zone(), from: month ?? firstRecent(), until, type, cardOutId }
    const reply = await send(sums, input, { background: true, signal })
    if (reply.ok) know(reply.data)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another shelf
  useEffect(() => {
    if (!isSummed) return
    const stop = new AbortController()
    read(stop.signal)
    return () => stop.abort()
  }, [version])
  return isSummed ? known : null
}
