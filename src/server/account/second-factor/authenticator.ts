import { hash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

// RFC 6238 as every authenticator has it: SHA-1, six digits, a step of 30 seconds. Others are not understood by all.
const kind = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps before and after this one whose code counts, too: clocks of phones differ. */
const stepsAside = 1
/** Twenty minutes: by more than that a clock is seldom wrong. */
const stepsAstray = 40

/** 160 bits, as RFC 4226 asks for. */
export function newFactorSecret(): Buffer {
  return randomBytes(20)
}

/** A secret as it is typed into an authenticator: base32. */
export function secretText(secret: Buffer): string {
  return secretOf(secret).base32
}

/** Names a secret: it is random, so that its hash tells nothing of it. */
export function secretName(secret: Buffer): string {
  return hash('sha256', secret, 'hex').slice(0, 32)
}

/** The link and QR code by which an authenticator takes a secret over, under our name and the address of its customer. */
export function authenticatorLink(secret: Buffer, email: string): string {
  return new TOTP({ ...kind, secret: secretOf(secret), issuer: 'Glaze', label: email }).toString()
}

/** The time step whose code this is, at this moment or one step aside; null when it is none of theirs. */
export function stepOf(secret: Buffer, { code, at }: { code: string; at: Date }): bigint | null {
  const timestamp = at.getTime()
  const totp = new TOTP({ ...kind, secret: secretOf(secret) })
  const aside = totp.validate({ token: code, timestamp, window: stepsAside })
  return aside === null ? null : BigInt(totp.counter({ timestamp }) + aside)
}

/** True of a code of this secret that is early or late by some minutes: of a phone whose clock is wrong. */
export function isAstray(secret: Buffer, { code, at }: { code: string; at: Date }): boolean {
  const totp = new TOTP({ ...kind, secret: secretOf(secret) })
  return totp.validate({ token: code, timestamp: at.getTime(), window: stepsAstray }) !== null
}

function secretOf(secret: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(secret).buffer })
}
