import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { clipped } from '../clipped.ts'

/** The Telegram user that opened the app, as Telegram vouches for them. */
export interface Launch {
  telegramId: bigint
  /** `@username`, or the names. */
  name: string
  startParam: string | null
  signedAt: Date
  /** Names this launch, whatever order its fields come in. */
  hash: string
}

/** How launch data is proved: by our bot's token, or by Telegram's public key without knowing the token. */
export type Proof = { botToken: string } | { botId: string; publicKey: string }

/** Telegram's own keys for launch data (Ed25519, hex): of its production, and of its test environment. */
export const telegramPublicKey = 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d'
export const telegramTestKey = '40055058a4ee38156a06562e52eece92a771bcd8346a8c4615cb7376eddf72ec'

const futureMs = 30_000

/**
 * Reads launch data of the Telegram container, or gives null: when it is not signed for our bot, older than
 * `maxAgeMs`, from the future, or not exactly one value for each field.
 */
export function readLaunch(
  initData: string,
  { proof, maxAgeMs, now = new Date() }: { proof: Proof; maxAgeMs: number; now?: Date },
): Launch | null {
  const fields = fieldsOf(initData)
  if (!fields) return null
  const isProved = 'botToken' in proof ? isSignedByBot(fields, proof) : isSignedByTelegram(fields, proof)
  if (!isProved) return null
  const authDate = fields.get('auth_date') ?? ''
  if (!/^[1-9]\d{0,11}$/.test(authDate)) return null
  const signedAt = new Date(Number(authDate) * 1000)
  const ageMs = now.getTime() - signedAt.getTime()
  if (ageMs > maxAgeMs || ageMs < -futureMs) return null
  const user = userOf(fields.get('user'))
  if (!user) return null
  return { ...user, startParam: fields.get('start_param') ?? null, signedAt, hash: nameOf(fields, proof) }
}

/** A signature is named by its bytes: the last letter of base64 can be written in several ways. */
function nameOf(fields: Map<string, string>, proof: Proof): string {
  if ('botToken' in proof) return fields.get('hash') ?? ''
  return Buffer.from(fields.get('signature') ?? '', 'base64url').toString('base64url')
}

function fieldsOf(initData: string): Map<string, string> | null {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(initData)) {
    // Fields are signed as lines: a line break inside one could pass for two.
    if (fields.has(name) || /[\p{Cc}=]/u.test(name) || /\p{Cc}/u.test(value)) return null
    fields.set(name, value)
  }
  return fields
}

function isSignedByBot(fields: Map<string, string>, { botToken }: { botToken: string }): boolean {
  const hash = fields.get('hash') ?? ''
  if (!/^[0-9a-f]{64}$/.test(hash)) return false
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const expected = createHmac('sha256', key)
    .update(linesOf(fields, ['hash']))
    .digest()
  return timingSafeEqual(expected, Buffer.from(hash, 'hex'))
}

function isSignedByTelegram(
  fields: Map<string, string>,
  { botId, publicKey }: { botId: string; publicKey: string },
): boolean {
  const signature = fields.get('signature') ?? ''
  if (!/^[\w-]{86}(==)?$/.test(signature)) return false
  const signed = Buffer.from(`${botId}:WebAppData\n${linesOf(fields, ['hash', 'signature'])}`)
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, signed, key, Buffer.from(signature, 'base64url'))
}

function linesOf(fields: Map<string, string>, without: string[]): string {
  return [...fields]
    .filter(([name]) => !without.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}

const telegramUser = z.object({
  id: z.int().check(z.positive()),
  first_name: z.string(),
  last_name: z.optional(z.string()),
  username: z.optional(z.string()),
})

function userOf(json: string | undefined): { telegramId: bigint; name: string } | null {
  try {
    const { id, first_name, last_name, username } = telegramUser.parse(JSON.parse(json ?? ''))
    const name = username ? `@${username}` : [first_name, last_name].filter(Boolean).join(' ')
    return { telegramId: BigInt(id), name: clipped(name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ''), 64) }
  } catch {
    return null
  }
}
