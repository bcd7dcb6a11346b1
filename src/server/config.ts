import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { type Coin, scales } from '../contract/money.ts'
import { PlainError } from './plain-error.ts'
import { telegramPublicKey } from './telegram/init-data.ts'

const text = z.string().check(z.minLength(1))
const whole = z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))
const flag = z.pipe(
  z.enum(['', '0', '1']),
  z.transform(value => value === '1'),
)
const place = z.pipe(
  z.url(),
  z.transform(url => url.replace(/\/+$/, '')),
)
const hex32 = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/i, '32 bytes in hex are needed (openssl rand -hex 32)'))
/** 24 bytes at least, in the sandbox, too: its launcher makes 32. */
const webhookSecret = /^whsec_[A-Za-z0-9+/]{32,}={0,2}(,whsec_[A-Za-z0-9+/]{32,}={0,2})?$/
const address = z.string().check(z.regex(/^[^\s<>@]+@[^\s<>@]+$/))
const mailFrom = /^(?:[^<>]*<)?([^\s<>@]+@[^\s<>@]+)>?$/
/** A token with fewer digits than our books could not be paid out exactly. */
const tokenOf = (coin: Coin) =>
  z.strictObject({
    address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
    decimals: z.int().check(z.minimum(scales[coin])),
  })
const json = z.pipe(
  text,
  z.transform((value, context): unknown => {
    try {
      return JSON.parse(value)
    } catch {
      context.issues.push({ code: 'custom', message: 'no JSON', input: value })
      return z.NEVER
    }
  }),
)

const shape = z.object({
  PORT: z._default(whole, 3000),
  HOST: z._default(text, '0.0.0.0'),
  /** Empty: the embedded PostgreSQL. */
  DATABASE_URL: z._default(z.string(), ''),
  GLAZE_STATE: z._default(text, '.glaze'),
  /** The built app. */
  APP_FOLDER: z._default(text, 'dist/client'),
  /** Where customers reach us; used in links. */
  PUBLIC_URL: z._default(place, 'http://127.0.0.1:3000'),
  SANDBOX: z._default(flag, false),
  /** 32 bytes in hex: peppers and encryption derive from it. In the sandbox it is made once and kept. */
  SECRET_KEY: z.optional(hex32),
  ISSUER_URL: z.url(),
  ISSUER_KEY: text,
  /** Two, separated by a comma, while it is being changed. */
  ISSUER_WEBHOOK_SECRET: z
    .string()
    .check(
      z.regex(
        webhookSecret,
        'whsec_ and base64 of 24 bytes or more are needed: have the issuer make another, or give it one (echo whsec_$(openssl rand -base64 32))',
      ),
    ),
  ISSUER_REVEAL_ORIGIN: z.url(),
  /** How long the issuer waits to hear whether a purchase may go on; it is answered within three quarters of that. */
  ISSUER_WAITS_MS: z._default(whole, 2000),
  CHAIN_URL: z.url(),
  CHAIN_ID: whole,
  CHAIN_CONFIRMATIONS: z._default(whole, 12),
  CHAIN_BLOCK_SECONDS: z._default(whole, 12),
  CHAIN_TOKENS: z.pipe(json, z.strictObject({ USDT: tokenOf('USDT'), USDC: tokenOf('USDC') })),
  CHAIN_XPUB: z.string().check(z.regex(/^xpub[1-9A-HJ-NP-Za-km-z]{50,}$/)),
  /** The private part of it, which deposits are swept with; without it they stay where they are. */
  CHAIN_SWEEP_KEY: z.optional(z.string().check(z.regex(/^xprv[1-9A-HJ-NP-Za-km-z]{50,}$/))),
  CHAIN_START_BLOCK: z._default(whole, 0),
  /** Private key of the hot wallet that withdrawals are paid from. */
  CHAIN_HOT_KEY: hex32,
  /** How long a new withdrawal address waits (decision D5: a day). Shorter in the sandbox only. */
  WITHDRAWAL_WAIT_SECONDS: z._default(whole, 86_400),
  /** How long a withdrawal can be taken back at leisure before it is signed. */
  WITHDRAWAL_CANCEL_SECONDS: z._default(whole, 60),
  /** How long a customer is told ahead that a card will be renewed. Shorter than a week in the sandbox only. */
  RENEWAL_NOTICE_SECONDS: z._default(whole, 30 * 86_400),
  /** Paid for each invited person who qualifies, in USDT; 0 switches rewards off. */
  INVITE_REWARD: z._default(z.string().check(z.regex(/^(0|[1-9]\d{0,3})(\.\d{1,2})?$/)), '2'),
  RATES_URL: z.url(),
  SMTP_URL: z.string().check(z.regex(/^smtps?:\/\//)),
  /** Who our letters are from: an address, or a name with one in angle brackets. */
  MAIL_FROM: z._default(z.string().check(z.regex(mailFrom)), 'Glaze <no-reply@glaze.example>'),
  /** Where customers write to us, and where they complain. */
  SUPPORT_EMAIL: z._default(address, 'support@glaze.example'),
  COMPLAINTS_EMAIL: z._default(address, 'complaints@glaze.example'),
  TELEGRAM_BOT_TOKEN: z.optional(text),
  TELEGRAM_BOT_NAME: z._default(z.string(), ''),
  /** Where our bot writes to customers. */
  TELEGRAM_API_URL: z._default(place, 'https://api.telegram.org'),
  /** Instead of the token, where we do not hold it: launch data is proved by Telegram's own signature for this bot. */
  TELEGRAM_BOT_ID: z.optional(z.string().check(z.regex(/^\d{1,20}$/))),
  /** The key of that signature. Telegram's production key; another in the sandbox only. */
  TELEGRAM_PUBLIC_KEY: z._default(hex32, telegramPublicKey),
  /** What push services know us by; without it nothing is shown on devices. In the sandbox it is made once and kept. */
  VAPID_KEY: z._default(
    z
      .string()
      .check(
        z.regex(
          /^([A-Za-z0-9_-]{43})?$/,
          'a private key in base64url is needed (npx web-push generate-vapid-keys)',
        ),
      ),
    '',
  ),
  /** 1: a launcher holds our standard input and is gone when that ends. */
  GLAZE_LAUNCHED: z._default(flag, false),
  /** Requests a minute and address; 0 is no limit. */
  RATE_LIMIT: z._default(whole, 600),
  /** Proxies in front of us whose X-Forwarded-For is believed. */
  TRUST_PROXY: z._default(whole, 0),
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
})

/** Everything the server is told from outside. */
export type Config = Omit<z.output<typeof shape>, 'SECRET_KEY'> & { SECRET_KEY: string }

/**
 * Reads the environment, which nobody else does. Throws with every wrong or missing name. Refuses to start while an
 * adapter points at this machine unless SANDBOX=1 says that the world around us is a sandbox.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const known = Object.fromEntries(Object.keys(shape.shape).map(name => [name, env[name]]))
  const read = shape.safeParse(known)
  if (!read.success) {
    const lines = read.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new PlainError(`The configuration is not complete (README, Configuration):\n${lines.join('\n')}`)
  }
  const config = { ...read.data, GLAZE_STATE: resolve(read.data.GLAZE_STATE) }
  if (!config.SANDBOX) {
    refuseLoopback(config)
    refusePlain(config)
    refuseKnown(config)
    refuseShort(config)
    refuseHasty(config)
  }
  if (!config.SANDBOX && config.TELEGRAM_PUBLIC_KEY !== telegramPublicKey) {
    throw new PlainError('TELEGRAM_PUBLIC_KEY is not that of production: anybody may sign with test keys.')
  }
  return { ...config, SECRET_KEY: config.SECRET_KEY ?? sandboxKey(config) }
}

/** The address of `MAIL_FROM`, without the name. */
export function senderOf({ MAIL_FROM }: Pick<Config, 'MAIL_FROM'>): string {
  return mailFrom.exec(MAIL_FROM)?.[1] ?? MAIL_FROM
}

/** What the operators' command line needs to know: where the database is. */
export function readDatabaseConfig() {
  const { env } = process
  return {
    url: env.DATABASE_URL ?? '',
    stateFolder: resolve(env.GLAZE_STATE ?? '.glaze'),
    operator: env.OPERATOR ?? '',
  }
}

/** Where customers reach us, for the links in letters that an operator's verb sends; empty when nobody said. */
export function readPublicUrl(): string {
  return process.env.PUBLIC_URL ?? ''
}

/**
 * Where an operator's verb would land: in a sandbox, as the environment or the launcher's settings say, or among customers,
 * which has to be named. `database` is its host and name.
 */
export function readOperatorPlace() {
  const { env } = process
  const settings = launchedWith() ?? {}
  const url = env.DATABASE_URL ? new URL(env.DATABASE_URL) : null
  return {
    isSandbox: (env.SANDBOX ?? settings.SANDBOX) === '1',
    environment: env.OPS_ENVIRONMENT ?? '',
    database: url ? `${url.host}${url.pathname}` : 'embedded',
  }
}

/**
 * The whole configuration for operators' verbs that ask the world around us: the environment, as for the server. In the
 * sandbox only the launcher knows it, and leaves it in the state folder.
 */
export function readOperatorConfig(): Config {
  const { env } = process
  return readConfig(env.CHAIN_URL ? env : { ...launchedWith(), ...env })
}

/** What the sandbox's launcher set for its server, where there is one. */
function launchedWith(): NodeJS.ProcessEnv | null {
  const file = join(resolve(process.env.GLAZE_STATE ?? '.glaze'), 'settings.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

function refuseLoopback(config: z.output<typeof shape>) {
  const { PUBLIC_URL, ISSUER_URL, ISSUER_REVEAL_ORIGIN, CHAIN_URL, RATES_URL, SMTP_URL, TELEGRAM_API_URL } =
    config
  const urls = {
    ...{ PUBLIC_URL, ISSUER_URL, ISSUER_REVEAL_ORIGIN, CHAIN_URL },
    ...{ RATES_URL, SMTP_URL, TELEGRAM_API_URL },
  }
  const local = Object.entries(urls).filter(([, url]) => isThisMachine(url))
  if (local.length > 0) {
    const names = local.map(([name]) => name).join(', ')
    throw new PlainError(
      `${names} point at this machine. Set SANDBOX=1 if that is meant; never with customers' money.`,
    )
  }
}

/** By whatever name: `127.1`, `LOCALHOST.`, `[::ffff:127.0.0.1]`. In the URL of a page each has one spelling. */
function isThisMachine(url: string): boolean {
  const host = URL.parse(`http://${new URL(url).hostname}`)?.hostname.replace(/\.$/, '') ?? ''
  return /^((.*\.)?localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\]|\[::ffff:(7f..|0):.*\])$/.test(host)
}

/**
 * Whoever can read or change what passes between customers and us has their sessions, and what comes from where the issuer
 * shows a card is the card. We speak no TLS ourselves: unless whoever does it for us is believed, everybody would come from
 * its address, and one who guesses would lock out all.
 */
function refusePlain({ PUBLIC_URL, ISSUER_REVEAL_ORIGIN, TRUST_PROXY }: z.output<typeof shape>) {
  for (const [name, url] of Object.entries({ PUBLIC_URL, ISSUER_REVEAL_ORIGIN }))
    if (new URL(url).protocol !== 'https:')
      throw new PlainError(`${name} is not https: anybody on the way could read what passes there.`)
  if (TRUST_PROXY === 0)
    throw new PlainError(
      'TRUST_PROXY is 0: name how many proxies are in front of us, one at least speaks TLS for us.',
    )
}

/** How the keys begin that every development chain gives away ("test test … junk"). */
const givenAway =
  /^(ac0974be|59c6995e|5de4111a|7c852118|47e179ec|8b3a350c|92db14e4|4bbbf85c|dbda1821|2a871d07)/i

/** A key that everybody has, or that nobody has drawn. */
function refuseKnown({ SECRET_KEY = '', CHAIN_HOT_KEY }: z.output<typeof shape>) {
  for (const [name, key] of Object.entries({ SECRET_KEY, CHAIN_HOT_KEY }))
    if (givenAway.test(key) || (key && new Set(Buffer.from(key, 'hex')).size < 8))
      throw new PlainError(`${name} is no secret: draw another (openssl rand -hex 32).`)
}

/** What a sandbox may do at once, so that people need not wait for it. */
function refuseHasty(config: z.output<typeof shape>) {
  const { WITHDRAWAL_WAIT_SECONDS, RENEWAL_NOTICE_SECONDS, CHAIN_CONFIRMATIONS } = config
  if (WITHDRAWAL_WAIT_SECONDS < 86_400)
    throw new PlainError('WITHDRAWAL_WAIT_SECONDS is less than a day, which is for the sandbox only.')
  if (RENEWAL_NOTICE_SECONDS < 7 * 86_400)
    throw new PlainError('RENEWAL_NOTICE_SECONDS is less than a week, which is for the sandbox only.')
  if (CHAIN_CONFIRMATIONS < 1)
    throw new PlainError(
      'CHAIN_CONFIRMATIONS is 0: a deposit would be credited that the next block takes back.',
    )
}

/** A secret that others could guess is none. */
function refuseShort({ ISSUER_KEY, TELEGRAM_BOT_TOKEN }: z.output<typeof shape>) {
  if (ISSUER_KEY.length < 16)
    throw new PlainError(
      'ISSUER_KEY is shorter than 16 characters: copy all of it, or have the issuer make a longer one.',
    )
  if (TELEGRAM_BOT_TOKEN && !/^\d+:[\w-]{30,}$/.test(TELEGRAM_BOT_TOKEN))
    throw new PlainError(
      'TELEGRAM_BOT_TOKEN is too short to be one: copy all that BotFather gave (number:letters).',
    )
}

function sandboxKey({ SANDBOX, GLAZE_STATE }: { SANDBOX: boolean; GLAZE_STATE: string }): string {
  if (!SANDBOX) throw new PlainError('SECRET_KEY is not set: 32 random bytes in hex (openssl rand -hex 32).')
  const file = join(GLAZE_STATE, 'secret-key')
  if (!existsSync(file)) {
    mkdirSync(GLAZE_STATE, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}
