import { createPublicKey, verify } from 'node:crypto'
import * as z from 'zod/mini'

const dayMs = 24 * 60 * 60_000
const head = z.object({ alg: z.literal('ES256') })
const claims = z.object({
  aud: z.string(),
  exp: z.int(),
  sub: z.optional(z.string().check(z.regex(/^(mailto:|https:)/))),
})

/**
 * Who sends this, as `authorization` proves it (RFC 8292): their public key in base64url, or why not. `audience` is the origin
 * of the push service.
 */
export function senderOf(
  authorization: string | undefined,
  audience: string,
): { key: string } | { wrong: string } {
  const token = /(?:^vapid |,) *t=([\w-]+)\.([\w-]+)\.([\w-]+)/.exec(authorization ?? '')
  const key = /(?:^vapid |,) *k=([\w-]{87})/.exec(authorization ?? '')?.[1]
  if (!token || !key) return { wrong: 'no vapid authorization' }
  const [, first = '', second = '', signature = ''] = token
  const said = claims.safeParse(jsonOf(second))
  if (!head.safeParse(jsonOf(first)).success || !said.success) return { wrong: 'not the claims of VAPID' }
  if (said.data.aud !== audience) return { wrong: `for ${said.data.aud}, not ${audience}` }
  const leftMs = said.data.exp * 1000 - Date.now()
  if (leftMs <= 0 || leftMs > dayMs) return { wrong: 'over, or good for more than a day' }
  const signed = Buffer.from(`${first}.${second}`)
  const proof = { key: publicKeyOf(key), dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', signed, proof, Buffer.from(signature, 'base64url'))
    ? { key }
    : { wrong: 'not signed by k' }
}

function publicKeyOf(key: string) {
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(half => half.toString('base64url'))
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
