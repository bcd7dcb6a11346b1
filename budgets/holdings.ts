import type { Output } from '../src/contract/call.ts'
import type { Card, CardType } from '../src/contract/card.ts'
import { type Coin, coins } from '../src/contract/money.ts'
import type { queryWallet } from '../src/contract/wallet.ts'

/** That long before now, as it travels; every instant has the same number of characters. */
export function ago({ minutes = 0, hours = 0 }: { minutes?: number; hours?: number }): string {
  return new Date(Date.now() - (hours * 60 + minutes) * 60_000).toISOString()
}

const balances: Record<Coin, string> = { USDT: '1284.6', USDC: '310.05', ETH: '0.731', BTC: '0', TRX: '0' }
const onChain: readonly Coin[] = ['USDT', 'USDC', 'ETH']
const network = { chain: 'ERC20', min: '1', confirmations: 12, expectedSeconds: 144 }

/** The coins of the wallet. */
export const holdings: Output<typeof queryWallet> = coins.map(currency => ({
  currency,
  chain: onChain.includes(currency) ? [network.chain] : [],
  networks: onChain.includes(currency)
    ? [{ ...network, out: { fee: '1', min: '10', expectedSeconds: 204 } }]
    : [],
  address: onChain.includes(currency) ? '0x52908400098527886E0F7030069857D2E4169EE7' : null,
  balance: balances[currency],
  frozen: '0',
  available: balances[currency],
  incoming: currency === 'USDT' ? '350' : '0',
}))

/** The kinds of card that are offered. */
export const kinds: CardType[] = (
  [
    ['celadon', 'Celadon', 'Visa', 'virtual', 'regular'],
    ['cobalt', 'Cobalt', 'Mastercard', 'virtual', 'regular'],
    ['tenmoku', 'Tenmoku', 'Visa', 'physical', 'metal'],
    ['ru', 'Ru', 'Mastercard', 'physical', 'regular'],
  ] as const
).map(([face, name, organization, type, material]) => ({
  id: face,
  name,
  organization,
  currency: 'USD',
  rechargeCurrency: 'USDT',
  region: 'US',
  type,
  material,
  face,
  openFee: '5',
  rechargeFee: '1',
  consumeFee: '0.5',
  crossBorderFee: '1.5',
  annualFee: '0',
  singleRechargeMin: '10',
  singleRechargeLimit: '10000',
  singleConsumeLimit: '5000',
  dayConsumeLimit: '10000',
  monthConsumeLimit: '50000',
  needKyc: true,
  asksCardholder: false,
  status: 'enable',
}))

function cardOf(
  kind: CardType | undefined,
  own: Pick<Card, 'id' | 'cardOutId' | 'last4' | 'available'>,
): Card {
  if (!kind) throw new Error('there is no such kind of card')
  return {
    ...own,
    cardNo: `4580 **** **** ${own.last4}`,
    expiry: '**/**',
    balance: own.available,
    frozenAmount: '0',
    cardHolder: 'WEN LIN',
    cardTypeId: kind.id,
    cardTypeName: kind.name,
    face: kind.face,
    organization: kind.organization,
    currency: 'USD',
    rechargeCurrency: 'USDT',
    region: kind.region,
    type: kind.type,
    material: kind.material,
    status: 'active',
    nickname: null,
    phone: '13800138000',
    areaCode: '+86',
    createTime: ago({ hours: 24 * 90 }),
  }
}

/** The cards. */
export const card = {
  celadon: cardOf(kinds[0], {
    id: '01990000-0000-7000-8000-0000000000c1',
    cardOutId: '01990000-0000-7000-8000-0000000000d1',
    last4: '4821',
    available: '442.18',
  }),
  cobalt: cardOf(kinds[1], {
    id: '01990000-0000-7000-8000-0000000000c2',
    cardOutId: '01990000-0000-7000-8000-0000000000d2',
    last4: '0763',
    available: '200',
  }),
}
