import { familyOf } from '../../contract/address-families.ts'
import type { Coin } from '../../contract/money.ts'
import { withQuery } from '../routing/hash-location.tsx'
import { ownRoute } from '../routing/own-route.ts'
import { readHash } from '../start/launch.ts'

/** An address, or a link that asks for a payment to one. */
export interface Payment {
  kind: 'payment'
  to: string
  chain: string
  coin?: Coin
  amount?: string
}

/** What somebody scanned, as far as we can tell. Only the first four lead anywhere, and only after a tap. */
export type Meaning =
  | { kind: 'invitation'; refer: string }
  | Payment
  | { kind: 'place'; route: string }
  /** Six digits, of the letter that a card came with. */
  | { kind: 'activation'; code: string }
  | { kind: 'unknown'; why: 'foreign' | 'token' | 'contract' | 'network'; text: string }

const maxLength = 2_048
const networks: Record<string, string> = { '1': 'ERC20' }
/** Contracts of the coins we hold on the main network; a payment in any other token is not ours to make. */
const tokens: Record<string, 'USDT' | 'USDC'> = {
  '0xdac17f958d2ee523a2206206994597c13d831ec7': 'USDT',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': 'USDC',
}
/** Digits after the point on the chain, which for ETH are more than in the books. */
const chainScales = { USDT: 6, USDC: 6, ETH: 18 } as const

const address = /^0x(?!0{40}$)[0-9a-f]{40}$/i
const invitations = ['/', '/pages/index/index', '/pages/sharePage/sharePage', '/pages/register/register']
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

const linkElsewhere = /^(tron|bitcoin|solana|ton|litecoin|dogecoin|bitcoincash|ripple|bnb):.{25,}$/i

/** Tells an invitation, an address or payment link, an activation code, and a place of this app from everything else. */
export function meaningOf(scanned: string): Meaning {
  const text = scanned.trim()
  if (!text || text.length > maxLength || hidden.test(text)) return foreign(scanned)
  if (address.test(text))
    return isContract(text) ? foreign(scanned, 'contract') : { kind: 'payment', to: text, chain: 'ERC20' }
  if (/^\d{6}$/.test(text)) return { kind: 'activation', code: text }
  if (/^ethereum:/i.test(text)) return payment(text) ?? foreign(scanned)
  if (linkElsewhere.test(text) || familyOf(text)) return foreign(scanned, 'network')
  return ourLink(text) ?? foreign(scanned)
}

/** A token lives there and nobody else: what is sent to it is lost. */
function isContract(to: string): boolean {
  return Object.hasOwn(tokens, to.toLowerCase())
}

type Why = Extract<Meaning, { kind: 'unknown' }>['why']

function foreign(scanned: string, why: Why = 'foreign'): Meaning {
  return { kind: 'unknown', why, text: shownSafely(scanned) }
}

/** A text from outside as it may be shown and copied: of bounded length, nothing in it invisible or turned around. */
function shownSafely(text: string): string {
  const visible = text
    .trim()
    .slice(0, maxLength)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\n\P{C}]|[\p{Zl}\p{Zp}]/gu, '\ufffd')
  return text.trim().length > maxLength ? `${visible}…` : visible
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

function ourLink(text: string): Meaning | null {
  const url = urlOf(text)
  if (!url || url.origin !== location.origin || url.username || url.password || url.pathname !== '/')
    return null
  // Launch parameters of Telegram do not survive this: a code on a poster signs nobody in.
  const { path, query } = readHash(url.hash)
  const refer = query.get('refer') ?? url.searchParams.get('refer')
  if (refer !== null && invitations.includes(path))
    return /^[\w-]{1,64}$/.test(refer) ? { kind: 'invitation', refer } : null
  const route = ownRoute(withQuery(path, query))
  return route === null ? null : { kind: 'place', route }
}

const link =
  /^ethereum:(?:pay-)?(?<target>0x[0-9a-f]{40})(?:@(?<network>\d+))?(?:\/(?<call>\w+))?(?:\?(?<query>.*))?$/i

/** A payment link (EIP-681): coins of the chain itself, or `transfer` of a token. */
function payment(text: string): Meaning | null {
  const { target = '', network = '1', call, query } = link.exec(text)?.groups ?? {}
  if (!address.test(target)) return null
  const chain = networks[network]
  if (!chain) return foreign(text, 'network')
  // A plus in front of a number is one; in a form's query it would be a blank.
  const params = new URLSearchParams(query?.replaceAll('+', '%2B'))
  const to = call === undefined ? target : (params.get('address') ?? '')
  if (isContract(to)) return foreign(text, 'contract')
  if (call === undefined) return coinPayment({ coin: 'ETH', to, chain, sum: params.get('value') })
  if (call !== 'transfer') return null
  const coin = tokens[target.toLowerCase()]
  if (!coin) return foreign(text, 'token')
  return coinPayment({ coin, to, chain, sum: params.get('uint256') })
}

interface CoinPayment {
  coin: keyof typeof chainScales
  to: string
  chain: string
  /** In the smallest unit of the chain. */
  sum: string | null
}

function coinPayment({ coin, to, chain, sum }: CoinPayment): Meaning | null {
  if (!address.test(to)) return null
  if (sum === null) return { kind: 'payment', to, chain, coin }
  const amount = majorUnits(sum, chainScales[coin])
  return amount === null ? null : { kind: 'payment', to, chain, coin, amount }
}

/** `'2.014e18'` of 18 digits is `'2.014'`. Null for what is no whole number of smallest units, or nothing. */
function majorUnits(sum: string, scale: number): string | null {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^\+?(\d{1,40})(?:\.(\d{1,40}))?(?:e(\d{1,2}))?$/i.exec(sum) ?? []
  const zeros = Number(exponent) - fraction.replace(/0+$/, '').length
  if (!whole || zeros < 0) return null
  const units = BigInt(whole + fraction.replace(/0+$/, '') + '0'.repeat(zeros))
  const digits = units.toString().padStart(scale + 1, '0')
  if (units === 0n || digits.length > 32) return null
  const after = digits.slice(-scale).replace(/0+$/, '')
  return `${digits.slice(0, -scale)}${after && `.${after}`}`
}
