import type { Db } from '../database/database.ts'
import type { Refused } from '../http/refused.ts'
import { type Allowance, giveTryBack, networkOf, sourceOf, takeTry, windowEndsAt } from './attempts.ts'

/** How many wrong ones strangers have from one source in an hour, and from its network in a day, at whomever. */
const wrongFrom = { password: { anHour: 100, aDay: 1000 }, code: { anHour: 50, aDay: 300 } }
const hourMs = 60 * 60_000

/** What a stranger guesses at. */
type Secret = keyof typeof wrongFrom

/** A stranger's guess. */
export interface Guess {
  secret: Secret
  ip: string
}

/**
 * Takes one guess of a stranger, before anything of anybody is compared or counted: tries that are counted by customer leave
 * whoever goes through many customers, a guess or two at each, as many as there are customers. A right one is given back
 * (`giveGuessBack`), so only wrong ones count. Refuses with what `refuse` makes of the time when the count begins anew.
 */
export async function takeGuess(
  db: Db,
  guess: Guess,
  refuse: (until: string | undefined) => Refused,
): Promise<void> {
  for (const allowance of allowancesOf(guess)) {
    if ((await takeTry(db, allowance)) !== null) continue
    throw refuse((await windowEndsAt(db, allowance.subject))?.toISOString())
  }
}

/** Gives a guess back: it was none. */
export async function giveGuessBack(db: Db, guess: Guess): Promise<void> {
  for (const { subject } of allowancesOf(guess)) await giveTryBack(db, subject)
}

function allowancesOf({ secret, ip }: Guess): Allowance[] {
  const { anHour, aDay } = wrongFrom[secret]
  return [
    { subject: `guess:${secret}:${sourceOf(ip)}`, limit: anHour, windowMs: hourMs },
    { subject: `guess:${secret}:${networkOf(ip)}`, limit: aDay, windowMs: 24 * hourMs },
  ]
}
