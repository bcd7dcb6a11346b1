import type { Db } from '../database.ts'
import { sourceOf, takeTry } from './attempts.ts'

const tellsAnHour = 10
const lettersAnHour = 300
const hourMs = 60 * 60_000

/** Whether a source may still be told that an address is known or unknown; afterwards the answers no longer tell. */
export async function mayBeTold(db: Db, ip: string): Promise<boolean> {
  const taken = await takeTry(db, { subject: `told:${sourceOf(ip)}`, limit: tellsAnHour, windowMs: hourMs })
  return taken !== null
}

/** Whether a source may still have letters sent, to whomever. */
export async function mayHaveLetters(db: Db, ip: string): Promise<boolean> {
  const taken = await takeTry(db, {
    subject: `letters:${sourceOf(ip)}`,
    limit: lettersAnHour,
    windowMs: hourMs,
  })
  return taken !== null
}
