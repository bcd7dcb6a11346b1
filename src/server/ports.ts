import type { Issuer } from './cards/issuer.ts'
import { httpIssuer } from './cards/issuers/http.ts'
import { evmChain } from './chain/chains/evm.ts'
import { evmTreasury } from './chain/treasuries/evm.ts'
import { evmDepositWallets } from './chain/treasuries/evm-deposit-wallets.ts'
import type { Config } from './config.ts'
import { smtpMailer } from './mail/mailers/smtp.ts'
import { webPusher } from './push/pushers/web-push.ts'
import { httpRates } from './rates/sources/http.ts'
import { httpBot } from './telegram/bots/http.ts'
import type { World } from './world.ts'

/** Every port of the world around us. */
export type Ports = Pick<
  World,
  'issuer' | 'chain' | 'treasury' | 'depositWallets' | 'mailer' | 'bot' | 'pusher' | 'rates'
>

/** The one place that picks adapters, for the server and for operators. Everyone else knows the ports only. */
export function portsOf(config: Config): Ports {
  const network = {
    url: config.CHAIN_URL,
    chainId: config.CHAIN_ID,
    confirmations: config.CHAIN_CONFIRMATIONS,
    blockSeconds: config.CHAIN_BLOCK_SECONDS,
    tokens: config.CHAIN_TOKENS,
  }
  const { CHAIN_XPUB: xpub, CHAIN_SWEEP_KEY: xprv } = config
  const treasury = evmTreasury({ ...network, key: config.CHAIN_HOT_KEY })
  return {
    issuer: issuerOf(config),
    chain: evmChain({
      ...network,
      xpub,
      startBlock: BigInt(config.CHAIN_START_BLOCK),
      hotWallet: treasury.address,
    }),
    treasury,
    depositWallets: xprv ? evmDepositWallets({ ...network, xprv, xpub }) : null,
    mailer: smtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM, isSealed: !config.SANDBOX }),
    bot: config.TELEGRAM_BOT_TOKEN
      ? httpBot({ url: config.TELEGRAM_API_URL, token: config.TELEGRAM_BOT_TOKEN })
      : null,
    pusher: pusherOf(config),
    rates: httpRates({ url: config.RATES_URL }),
  }
}

function pusherOf({ VAPID_KEY: privateKey, SUPPORT_EMAIL, SANDBOX: isSandbox }: Config) {
  return privateKey ? webPusher({ privateKey, subject: `mailto:${SUPPORT_EMAIL}`, isSandbox }) : null
}

/** The issuer alone: for whoever needs nothing else. */
export function issuerOf(config: Config): Issuer {
  return httpIssuer({
    url: config.ISSUER_URL,
    key: config.ISSUER_KEY,
    revealOrigin: config.ISSUER_REVEAL_ORIGIN,
  })
}
