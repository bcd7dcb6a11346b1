const base58 = '[1-9A-HJ-NP-Za-km-z]'
const bech32 = '[02-9ac-hj-np-z]'

/** How addresses of other networks look, those that are hard to mistake first. */
const families: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['TRC20', new RegExp(`^T${base58}{33}$`)],
  ['TRC20', /^41[0-9a-f]{40}$/i],
  ['BTC', new RegExp(`^bc1${bech32}{11,71}$`, 'i')],
  ['BTC', new RegExp(`^[13]${base58}{24,34}$`)],
  ['LTC', new RegExp(`^ltc1${bech32}{11,71}$`, 'i')],
  ['LTC', new RegExp(`^[LM]${base58}{25,33}$`)],
  ['BCH', new RegExp(`^(bitcoincash:)?[qp]${bech32}{41}$`, 'i')],
  ['DOGE', new RegExp(`^D${base58}{33}$`)],
  ['XRP', new RegExp(`^r${base58}{24,34}$`)],
  ['TON', /^[EUk0]Q[\w-]{46}$/],
  ['XLM', /^[GM][A-Z2-7]{55}$/],
  ['ADA', new RegExp(`^addr1${bech32}{50,110}$`, 'i')],
  ['ATOM', new RegExp(`^cosmos1${bech32}{38}$`, 'i')],
  ['BEP2', new RegExp(`^bnb1${bech32}{38}$`, 'i')],
  ['XMR', new RegExp(`^[48]${base58}{94}$`)],
  ['DOT', new RegExp(`^1${base58}{46,47}$`)],
  ['SOL', new RegExp(`^${base58}{43,44}$`)],
]

/**
 * The network outside Ethereum's family whose addresses look like this; null when it is none that we know. A look only:
 * no checksum is verified.
 */
export function familyOf(address: string): string | null {
  return families.find(([, pattern]) => pattern.test(address))?.[0] ?? null
}
