import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Keyed digests and encryption; each purpose has a key of its own, derived from SECRET_KEY. */
export interface Secrets {
  /** A keyed digest in hex: equal texts of one purpose give equal digests, useless without the key. */
  digest(purpose: string, text: string): string
  /** Encrypts with AES-256-GCM; `context` must be the same to open it again. */
  seal(purpose: string, content: Buffer, context: string): Buffer
  /** Opens what `seal` made; throws when it was changed or the context is another. */
  open(purpose: string, sealed: Buffer, context: string): Buffer
}

export function secretsFrom(secretKeyHex: string): Secrets {
  const root = Buffer.from(secretKeyHex, 'hex')
  const keys = new Map<string, Buffer>()
  const keyOf = (purpose: string) => {
    const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', root, 'glaze', purpose, 32))
    keys.set(purpose, key)
    return key
  }
  return {
    digest: (purpose, text) => createHmac('sha256', keyOf(purpose)).update(text).digest('hex'),
    seal(purpose, content, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), nonce).setAAD(Buffer.from(context))
      return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
    },
    open(purpose, sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(purpose), sealed.subarray(0, 12))
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-16))
      return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
    },
  }
}
