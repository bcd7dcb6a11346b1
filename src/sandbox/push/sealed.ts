import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

/** What a browser keeps to itself: it alone reads what is sealed for it. All in base64url. */
export interface ReaderKeys {
  privateKey: string
  auth: string
}

const bytes = { salt: 16, tag: 16, least: 86 }

/** What was sealed for these keys (RFC 8291, `aes128gcm` of RFC 8188, one record). Throws when it was not. */
export function opened(sealed: Buffer, { privateKey, auth }: ReaderKeys): string {
  if (sealed.length < bytes.least) throw new Error('too short to be sealed')
  const salt = sealed.subarray(0, bytes.salt)
  const recordSize = sealed.readUInt32BE(bytes.salt)
  const idLength = sealed.readUInt8(bytes.salt + 4)
  const sender = sealed.subarray(bytes.salt + 5, bytes.salt + 5 + idLength)
  const record = sealed.subarray(bytes.salt + 5 + idLength)
  if (record.length > recordSize) throw new Error('more than one record')

  const reader = createECDH('prime256v1')
  reader.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), reader.getPublicKey(), sender])
  const shared = derived(reader.computeSecret(sender), Buffer.from(auth, 'base64url'), about, 32)
  const key = derived(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)

  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-bytes.tag))
  const plain = Buffer.concat([cipher.update(record.subarray(0, -bytes.tag)), cipher.final()])
  // A two and zeros end the last record.
  const end = plain.lastIndexOf(2)
  if (end < 0 || plain.subarray(end + 1).some(byte => byte !== 0)) throw new Error('not the last record')
  return plain.subarray(0, end).toString('utf8')
}

function derived(secret: Buffer, salt: Buffer, about: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, about, length))
}
