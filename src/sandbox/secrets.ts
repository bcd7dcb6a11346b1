import { createECDH, generateKeyPairSync, randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { keptOnce } from './json-file.ts'

/** Keys of this one sandbox world. They protect nothing but play money, and are still never printed whole. */
export interface Secrets {
  /** Of the server: peppers and document encryption, 32 bytes in hex. */
  secretKey: string
  issuerKey: string
  webhookSecret: string
  botToken: string
  /** The key pair a sandbox Telegram signs launch data with (Ed25519, PKCS 8 in base64). */
  telegramKey: string
  /** Where deposits arrive, and what they are swept with. */
  depositMnemonic: string
  /** The hot wallet that withdrawals are paid from: a private key, 32 bytes in hex. */
  hotKey: string
  /** What push services know the server by: a private key of P-256 in base64url. */
  vapidKey: string
}

/** Reads the secrets of a state folder; makes them on the first start. */
export function secretsOf(stateFolder: string): Secrets {
  return keptOnce<Secrets>(join(stateFolder, 'secrets.json'), () => ({
    secretKey: randomBytes(32).toString('hex'),
    issuerKey: `issuer_${randomBytes(24).toString('base64url')}`,
    webhookSecret: `whsec_${randomBytes(32).toString('base64')}`,
    botToken: `${randomInt(10 ** 9, 2 * 10 ** 9)}:AA${randomBytes(25).toString('base64url').slice(0, 33)}`,
    telegramKey: generateKeyPairSync('ed25519')
      .privateKey.export({ format: 'der', type: 'pkcs8' })
      .toString('base64'),
    depositMnemonic: generateMnemonic(wordlist),
    hotKey: randomBytes(32).toString('hex'),
    vapidKey: pointOfCurve(),
  }))
}

function pointOfCurve(): string {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
}
