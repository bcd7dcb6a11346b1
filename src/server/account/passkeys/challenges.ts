import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { World } from '../../world.ts'

/** What a challenge is for, and whom it was made for: it is good for nothing and nobody else. */
export interface Purpose {
  purpose: 'login' | 'add' | 'pay'
  /** Whatever must be the same when it comes back; nothing for strangers. */
  about?: readonly (string | null)[]
}

/** A challenge that came back in time, as it was written: there is one way to write it. */
export interface Challenge {
  text: string
  expiresAt: Date
}

/** No challenge is good for longer, however far the clock that made it ran ahead. */
const longestMs = 15 * 60_000
const randomLength = 16
const headLength = randomLength + 6

/** A new challenge: random, with its end and a digest of what it is for, so that none is kept until it is used. */
export function newChallenge({ secrets }: World, asked: Purpose & { seconds: number }): string {
  const end = Buffer.alloc(6)
  end.writeUIntBE(Date.now() + asked.seconds * 1000, 0, 6)
  const head = Buffer.concat([randomBytes(randomLength), end])
  return Buffer.concat([head, digestOf(secrets, asked, head)]).toString('base64url')
}

/** The challenge in what an authenticator signed, if we made it for this, and it is not over (or made by a clock that ran ahead); else null. */
export function challengeIn(
  { secrets }: World,
  { clientDataJSON, ...asked }: Purpose & { clientDataJSON: string },
): Challenge | null {
  const text = challengeOf(clientDataJSON)
  const content = Buffer.from(text ?? '', 'base64url')
  const head = content.subarray(0, headLength)
  const digest = digestOf(secrets, asked, head)
  if (content.toString('base64url') !== text || content.length !== headLength + digest.length) return null
  if (!timingSafeEqual(content.subarray(headLength), digest)) return null
  const expiresAt = new Date(head.readUIntBE(randomLength, 6))
  const leftMs = expiresAt.getTime() - Date.now()
  return leftMs > 0 && leftMs <= longestMs ? { text, expiresAt } : null
}

/** Uses a challenge up in the caller's transaction; false when it was used before. */
export async function useChallenge(db: Db, { text, expiresAt }: Challenge): Promise<boolean> {
  const { rows } = await sql`
    insert into used_challenges (hash, expires_at) values (${hash('sha256', text, 'hex')}, ${expiresAt})
    on conflict do nothing returning hash`.execute(db)
  return rows.length > 0
}

function challengeOf(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

function digestOf({ digest }: World['secrets'], { purpose, about = [] }: Purpose, head: Buffer): Buffer {
  return Buffer.from(digest('challenge', JSON.stringify([purpose, about, head.toString('hex')])), 'hex')
}
