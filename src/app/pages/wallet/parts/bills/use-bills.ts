import { useState } from 'react'
import { type Bill, type BillKind, type CostKind, userBill } from '../../../../../contract/bill.ts'
import { startOf } from '../../../../display/calendar.ts'
import { boundsOf, boundsOfYear } from '../../../../display/months.ts'
import { keepHere, keptHere } from '../../../../loading/kept-here.ts'
import { type Load, whyNot } from '../../../../loading/use-load.ts'
import { usePoll } from '../../../../loading/use-poll.ts'
import { send } from '../../../../send.ts'
import { wireLanguage } from '../../../../state/locale.ts'
import { firstRecent } from './month.ts'
import { appended, downTo, renewed, type Shelf } from './shelf.ts'

/** Rows asked for at once. */
export const pageSize = 30
const movingMs = 5_000
const quietMs = 30_000
/** When to try again after a failure: a phone says that it is online a moment before its network works. */
const failedMs = 10_000

/** Which bills. Without a month or a year: the last three months. */
export interface BillFilter {
  type?: BillKind | undefined
  cardOutId?: string | undefined
  keyword?: string | undefined
  status?: Bill['status'] | undefined
  month?: string | undefined
  year?: string | undefined
  /** What cost something of that kind, or anything. */
  cost?: CostKind | 'all' | undefined
  /** What is of no card. */
  cardless?: boolean | undefined
}

export interface Bills extends Load<Shelf> {
  /** Reads older rows; null at the end. */
  more: (() => void) | null
  isBusy: boolean
  hasFailed: boolean
}

/**
 * Bills, newest first, renewed at the top while somebody looks, read further page by page. On the way back they are there
 * as far down as they were read.
 */
export function useBills({ month, year, ...filter }: BillFilter): Bills {
  const lang = filter.keyword ? wireLanguage() : undefined
  const input = { ...defined({ ...filter, lang }), ...timesOf({ month, year }), pageSize, page: 1 }
  const name = JSON.stringify(input)
  const [shown, show] = useState<Omit<Load<Shelf>, 'reload'>>(
    () => keptHere(name) ?? { data: null, state: 'loading', refusal: null },
  )
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, fail] = useState(false)

  const reload = usePoll(async signal => {
    const to = downTo(shown.data)
    const reply = await send(userBill, { ...input, downTo: to }, { background: true, signal })
    if (signal.aborted) return null
    if (reply.ok) {
      show(({ data }) =>
        kept({
          data: renewed(data, reply.data, { pageSize, to }),
          state: 'ready',
          refusal: null,
          at: new Date(),
        }),
      )
      return reply.data.list.some(({ status }) => status === 'pending') ? movingMs : quietMs
    }
    const failed = { state: 'failed', refusal: whyNot(reply), status: reply.status } as const
    show(last => ({ ...last, ...failed }))
    return failedMs
  }, name)

  function kept(next: Omit<Load<Shelf>, 'reload'>) {
    keepHere(name, next)
    return next
  }

  async function more() {
    const last = shown.data?.bills.at(-1)
    if (!last || isBusy) return
    setBusy(true)
    fail(false)
    const reply = await send(userBill, { ...input, after: last.id }, { background: true })
    setBusy(false)
    if (!reply.ok) return fail(true)
    show(({ data, ...rest }) => {
      // Renewed in between, with a gap: this page no longer joins.
      if (!data || data.bills.at(-1)?.id !== last.id) return { data, ...rest }
      return kept({ ...rest, data: appended(data, reply.data) })
    })
  }

  return { ...shown, isLive: true, reload, more: shown.data?.hasMore ? more : null, isBusy, hasFailed }
}

function timesOf({ month, year }: Pick<BillFilter, 'month' | 'year'>) {
  if (month) return boundsOf(month)
  return year ? boundsOfYear(year) : { startTime: startOf(firstRecent()).toISOString() }
}

function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as never
}
