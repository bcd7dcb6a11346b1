import type { Db } from '../database/database.ts'
import { Refused } from '../http/refused.ts'
import type { World } from '../world.ts'
import { type Allowance, giveTryBack, networkOf, sourceOf, takeTry, touchTries } from './attempts.ts'
import type { Asker } from './code-askers.ts'
import { type GivenCode, tryCode } from './codes.ts'
import { knownDevice } from './devices.ts'
import { giveGuessBack, takeGuess } from './guessing.ts'

const tellsAnHour = 10
const tellsADay = 200
const lettersAnHour = { source: 300, network: 3000 }
const hourMs = 60 * 60_000

/** What somebody hears of an address that is not of the kind they need: it is taken, or nobody's. */
type Tells = 'email_registered' | 'email_unregistered'

/**
 * Whether a source may still be told that an address is known or unknown; afterwards it is answered as if not. Where there
 * is nothing to tell it is counted and given back: the database is asked as often, and nobody can tell by the time.
 */
export async function mayBeTold(
  db: Db,
  { ip, isNeeded }: { ip: string; isNeeded: boolean },
): Promise<boolean> {
  const allowances: Allowance[] = [
    { subject: `told:${sourceOf(ip)}`, limit: tellsAnHour, windowMs: hourMs },
    { subject: `told:${networkOf(ip)}`, limit: tellsADay, windowMs: 24 * hourMs },
  ]
  const taken: string[] = []
  for (const allowance of allowances)
    if ((await takeTry(db, allowance)) !== null) taken.push(allowance.subject)
  const isAllowed = taken.length === allowances.length
  if (!isNeeded || !isAllowed) for (const subject of taken) await giveTryBack(db, subject)
  return isAllowed
}

/**
 * Compares a code that a stranger brings. An address that is not what they need (`tells`) is named while they may be told;
 * afterwards its code is compared, too, and never right. Whoever guesses at many addresses is stopped by where they are
 * (`code_wait`, `guesses`, with the time of the next one), unless they are on a device of the customer, whose tries are its own.
 */
export async function tryStrangersCode(
  world: World,
  { tells, ...given }: GivenCode & { by: Asker; tells: Tells | null },
): Promise<void> {
  const isAllowed = await mayBeTold(world.db, { ip: given.by.ip, isNeeded: tells !== null })
  if (tells !== null && isAllowed) throw new Refused(tells)
  const { ip, userId, deviceKey } = given.by
  const isOwn = (await knownDevice(world, world.db, { userId, deviceKey })) !== null
  const guess = { secret: 'code', ip } as const
  if (!isOwn)
    await takeGuess(world.db, guess, until => new Refused('code_wait', { reason: 'guesses', until }))
  await tryCode(world, given)
  if (tells !== null) throw new Refused('code_incorrect')
  if (!isOwn) await giveGuessBack(world.db, guess)
}

/** Whether a source may still have letters sent, to whomever, and its network, which may be many sources of one sender. */
export async function mayHaveLetters(db: Db, ip: string): Promise<boolean> {
  const here = { subject: lettersOf(ip), limit: lettersAnHour.source, windowMs: hourMs }
  if ((await takeTry(db, here)) === null) return false
  const around = { subject: `letters:${networkOf(ip)}`, limit: lettersAnHour.network, windowMs: hourMs }
  return (await takeTry(db, around)) !== null
}

/** In place of a letter that is not sent: something is written all the same. */
export async function sendNothing(db: Db, ip: string): Promise<void> {
  await touchTries(db, lettersOf(ip))
}

function lettersOf(ip: string): string {
  return `letters:${sourceOf(ip)}`
}
