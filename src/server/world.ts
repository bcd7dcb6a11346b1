import type { Logger } from 'pino'
import type { Issuer } from './cards/issuer.ts'
import type { Chain } from './chain/chain.ts'
import type { DepositWallets, Treasury } from './chain/treasury.ts'
import type { Config } from './config.ts'
import type { Db } from './database/database.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Pusher } from './push/pusher.ts'
import type { RateSource } from './rates/source.ts'
import type { Secrets } from './secrets.ts'
import type { Bot } from './telegram/bot.ts'

/** Everything a handler, hook or job may reach: the database, the ports and what we were told at start. */
export interface World {
  db: Db
  config: Config
  secrets: Secrets
  log: Logger
  issuer: Issuer
  chain: Chain
  treasury: Treasury
  /** Null where the keys of the deposit addresses are not: then nothing is swept. */
  depositWallets: DepositWallets | null
  mailer: Mailer
  /** Null without a Telegram bot of ours. */
  bot: Bot | null
  /** Null without a key of ours for push services. */
  pusher: Pusher | null
  rates: RateSource
  /** Says that a job was committed, so that this node looks at once instead of at the next tick. */
  wake(): void
}

/** As much of it as asking the issuer takes: at the desk of an operator, too. */
export type IssuerWorld = Pick<World, 'db' | 'issuer' | 'log' | 'wake'>
