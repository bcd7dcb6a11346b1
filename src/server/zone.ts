// Clocks of customers. What a zone's clock shows is asked of one place only, Node's own tables: the database has tables
// of its own, and reads `+08:00` with the opposite sign.

/** The instants at which a month begins and ends in a time zone. `2026-11`. */
export function monthIn({ month, timezone }: { month: string; timezone: string }): {
  from: Date
  until: Date
} {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return {
    from: midnightIn({ utcMs: Date.UTC(year, number - 1, 1), timezone }),
    until: midnightIn({ utcMs: Date.UTC(year, number, 1), timezone }),
  }
}

/** The month it is now in a time zone. */
export function currentMonth(timezone: string, now = new Date()): string {
  return new Date(now.getTime() + offsetMs(now, timezone)).toISOString().slice(0, 7)
}

/** Every month from one to another, both included; none when the second is earlier. */
export function monthsBetween({ from, until }: { from: string; until: string }): string[] {
  const months: string[] = []
  const [year = 0, number = 1] = from.split('-').map(Number)
  for (let ahead = 0; ; ahead++) {
    const month = new Date(Date.UTC(year, number - 1 + ahead, 1)).toISOString().slice(0, 7)
    if (month > until) return months
    months.push(month)
  }
}

/** So many months before; where that month is too short, its last day. */
export function monthsBack(at: Date, months: number): Date {
  const then = new Date(at)
  then.setUTCMonth(then.getUTCMonth() - months)
  if (then.getUTCDate() !== at.getUTCDate()) then.setUTCDate(0)
  return then
}

/** What the clock of a zone shows at an instant: `2026-11-20 18:02:11` and how far it is from UTC, `+08:00`. */
export function clockIn(timezone: string): (at: Date) => { time: string; offset: string } {
  const format = formatOf(timezone)
  return at => {
    const ms = offsetOf(format, at)
    const time = new Date(at.getTime() + ms).toISOString().slice(0, 19).replace('T', ' ')
    const minutes = Math.round(Math.abs(ms) / 60_000)
    const two = (value: number) => String(value).padStart(2, '0')
    return { time, offset: `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` }
  }
}

/** The day that the clock of a zone shows at an instant: `2026-11-20`. */
export function dayIn(timezone: string, at: Date): string {
  return clockIn(timezone)(at).time.slice(0, 10)
}

/** The first instant after a day by the clock of a zone. `2026-11-20`. */
export function endOfDay({ day, timezone }: { day: string; timezone: string }): Date {
  return midnightIn({ utcMs: Date.parse(day) + dayMs, timezone })
}

/** A day so many days later; less than none is earlier. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** How many days it is from one day to another; less than none to an earlier one. */
export function daysBetween(from: string, until: string): number {
  return (Date.parse(until) - Date.parse(from)) / dayMs
}

/** How many days a period takes by the clock of a zone, with the part of one that is left over. */
export function daysIn({ from, until, timezone }: { from: Date; until: Date; timezone: string }): number {
  const shown = (at: Date) => at.getTime() + offsetMs(at, timezone)
  return (shown(until) - shown(from)) / dayMs
}

const dayMs = 24 * 60 * 60 * 1000

/** The first instant of a day; `utcMs` is its midnight as if the zone were UTC. */
function midnightIn({ utcMs, timezone }: { utcMs: number; timezone: string }): Date {
  const [before, after] = [-dayMs, dayMs].map(away => offsetMs(new Date(utcMs + away), timezone)) as [
    number,
    number,
  ]
  const shown = [utcMs - before, utcMs - after]
    .sort((one, other) => one - other)
    .find(ms => ms + offsetMs(new Date(ms), timezone) === utcMs)
  // A clock that leaps over midnight never shows it: the day begins with the leap.
  return new Date(shown ?? utcMs - before)
}

function offsetMs(at: Date, timezone: string): number {
  return offsetOf(formatOf(timezone), at)
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}

function offsetOf(format: Intl.DateTimeFormat, at: Date): number {
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000
}
