import type { Chain } from '../chain/chain.ts'
import type { World } from '../config.ts'
import type { Faults } from '../faults.ts'
import type { Issuer } from '../issuer/issuer.ts'
import type { Mail } from '../mail/mail.ts'
import type { PushService } from '../push/push-service.ts'
import type { Rates } from '../rates/rates.ts'
import { Refusal } from '../refusal.ts'
import type { BotApi } from '../telegram/bot-api.ts'
import type { Telegram } from '../telegram/init-data.ts'

/** The parts that run in this process; the console works with those that are there. */
export interface Parts {
  chain?: Chain
  issuer?: Issuer
  mail?: Mail
  rates?: Rates
  bot?: BotApi
  push?: PushService
  telegram: Telegram
  faults: Faults
  world: World
}

/** The part, or a refusal that says it does not run here. */
export function running<Part>(part: Part | undefined, name: string): Part {
  if (!part) throw new Refusal(409, 'part_absent', `The ${name} does not run in this sandbox.`)
  return part
}
