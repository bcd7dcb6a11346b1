import type { Bill } from '../../../../../contract/bill.ts'
import { dayOf } from '../../../../display/calendar.ts'

export interface Day {
  day: string
  bills: Bill[]
  /** It begins among the first rows. */
  isAtFirst: boolean
}
export interface Month {
  month: string
  days: Day[]
}

/** As many as a page of bills has, which fill any screen. */
const firstRows = 30

/** What is pending, then the rest: as they are shown. */
export function pendingFirst(bills: readonly Bill[]): Bill[] {
  const isPending = ({ status }: Bill) => status === 'pending'
  return [...bills.filter(isPending), ...bills.filter(bill => !isPending(bill))]
}

/** Rows by month and day where the reader is, in the order they come. */
export function monthsOf(bills: readonly Bill[]): Month[] {
  const months: Month[] = []
  for (const [place, bill] of bills.entries()) {
    const day = dayOf(bill.createTime)
    const month = day.slice(0, 7)
    if (months.at(-1)?.month !== month) months.push({ month, days: [] })
    const last = months.at(-1) as Month
    if (last.days.at(-1)?.day !== day) last.days.push({ day, bills: [], isAtFirst: place < firstRows })
    last.days.at(-1)?.bills.push(bill)
  }
  return months
}
