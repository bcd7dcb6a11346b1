import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const toleranceSeconds = 300

/**
 * True when the body was signed with the secret (`whsec_` and base64) no more than five minutes ago or ahead. While a
 * secret is being changed there are two, separated by a comma, and the header may carry several signatures: one good
 * `v1` with one of them is enough.
 */
export function isSigned(
  headers: IncomingHttpHeaders,
  { body, secret, now = new Date() }: { body: Buffer; secret: string; now?: Date },
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false
  // The id may not hold a point, or another split of the same text would carry the same signature.
  if (!/^[\w-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const expected = secret.split(',').map(secret => signatureOf(secret, `${id}.${timestamp}.`, body))
  return signatures.split(' ').some(signature => {
    const [version, ...rest] = signature.split(',')
    const given = Buffer.from(rest.join(','))
    return version === 'v1' && expected.some(good => isSame(given, good))
  })
}

// Compared as text: decoding would forgive what follows the padding.
function signatureOf(secret: string, before: string, body: Buffer): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return Buffer.from(createHmac('sha256', key).update(before).update(body).digest('base64'))
}

function isSame(given: Buffer, good: Buffer): boolean {
  return given.length === good.length && timingSafeEqual(given, good)
}
