import type { Bill } from '../../../../contract/bill.ts'
import { dayOf, monthOf } from './month.ts'

export interface Day {
  day: string
  bills: Bill[]
}
export interface Month {
  month: string
  days: Day[]
}
/** Rows by month and day where the reader is, in the order they come. */
export function monthsOf(bills: readonly Bill[]): Month[] {
  const months: Month[] = []
  for (const bill of bills) {
    const [month, day] = [monthOf(bill.createTime), dayOf(bill.createTime)]
    if (months.at(-1)?.month !== month) months.push({ month, days: [] })
    const last = months.at(-1) as Month
    if (last.days.at(-1)?.day !== day) last.days.push({ day, bills: [] })
    last.days.at(-1)?.bills.push(bill)
  }
  return months
}
