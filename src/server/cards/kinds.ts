import type { CardType } from '../../contract/card.ts'
import { feeOf, format, percentOf } from '../../contract/money.ts'

/** A kind of card as the server reckons with it: fees of opening in USDT, limits of purchases in USD minor units. */
export interface CardKind
  extends Pick<
    CardType,
    'id' | 'name' | 'organization' | 'region' | 'type' | 'material' | 'face' | 'asksCardholder' | 'status'
  > {
  /** What the issuer calls it. */
  productId: string
  /** False where the issuer keeps the cardholder's phone as it was given. */
  changesPhone: boolean
  /** What opening costs, and making of a physical card; mailing is apart. */
  openFeeMinor: bigint
  annualFeeMinor: bigint
  rechargeFeeBps: number
  consumeFeeBps: number
  crossBorderFeeBps: number
  rechargeMinMinor: bigint
  rechargeMaxMinor: bigint
  /** The most of one purchase, and of all within the last 24 hours and the last 30 days. */
  consumeMaxMinor: bigint
  dayMaxMinor: bigint
  monthMaxMinor: bigint
}

const usdt = 1_000_000n
const usd = 100n

/** Every kind of card we know; the first is what we recommend. */
export const cardKinds: readonly CardKind[] = [
  {
    id: 'celadon',
    productId: 'celadon-virtual',
    name: 'Celadon',
    organization: 'Visa',
    region: 'US',
    type: 'virtual',
    material: 'regular',
    face: 'celadon',
    asksCardholder: false,
    changesPhone: true,
    openFeeMinor: 5n * usdt,
    annualFeeMinor: 0n,
    rechargeFeeBps: 100,
    consumeFeeBps: 50,
    crossBorderFeeBps: 150,
    rechargeMinMinor: 10n * usd,
    rechargeMaxMinor: 10_000n * usd,
    consumeMaxMinor: 5_000n * usd,
    dayMaxMinor: 10_000n * usd,
    monthMaxMinor: 50_000n * usd,
    status: 'enable',
  },
  {
    id: 'cobalt',
    productId: 'cobalt-virtual',
    name: 'Cobalt',
    organization: 'Mastercard',
    region: 'HK',
    type: 'virtual',
    material: 'regular',
    face: 'cobalt',
    asksCardholder: false,
    changesPhone: true,
    openFeeMinor: 10n * usdt,
    annualFeeMinor: 12n * usdt,
    rechargeFeeBps: 80,
    consumeFeeBps: 0,
    crossBorderFeeBps: 120,
    rechargeMinMinor: 10n * usd,
    rechargeMaxMinor: 10_000n * usd,
    consumeMaxMinor: 10_000n * usd,
    dayMaxMinor: 20_000n * usd,
    monthMaxMinor: 100_000n * usd,
    status: 'enable',
  },
  {
    id: 'oxblood',
    productId: 'oxblood-virtual',
    name: 'Oxblood',
    organization: 'Mastercard',
    region: 'IE',
    type: 'virtual',
    material: 'regular',
    face: 'oxblood',
    asksCardholder: true,
    changesPhone: false,
    openFeeMinor: 8n * usdt,
    annualFeeMinor: 0n,
    rechargeFeeBps: 120,
    consumeFeeBps: 0,
    crossBorderFeeBps: 180,
    rechargeMinMinor: 10n * usd,
    rechargeMaxMinor: 5_000n * usd,
    consumeMaxMinor: 3_000n * usd,
    dayMaxMinor: 6_000n * usd,
    monthMaxMinor: 30_000n * usd,
    status: 'enable',
  },
  {
    id: 'celadon-physical',
    productId: 'celadon-physical',
    name: 'Celadon Physical',
    organization: 'Visa',
    region: 'US',
    type: 'physical',
    material: 'regular',
    face: 'celadon',
    asksCardholder: false,
    changesPhone: true,
    openFeeMinor: 15n * usdt,
    annualFeeMinor: 0n,
    rechargeFeeBps: 100,
    consumeFeeBps: 50,
    crossBorderFeeBps: 150,
    rechargeMinMinor: 10n * usd,
    rechargeMaxMinor: 10_000n * usd,
    consumeMaxMinor: 5_000n * usd,
    dayMaxMinor: 10_000n * usd,
    monthMaxMinor: 50_000n * usd,
    status: 'enable',
  },
  {
    id: 'tenmoku',
    productId: 'tenmoku-metal',
    name: 'Tenmoku',
    organization: 'Mastercard',
    region: 'HK',
    type: 'physical',
    material: 'metal',
    face: 'tenmoku',
    asksCardholder: true,
    changesPhone: false,
    openFeeMinor: 100n * usdt,
    annualFeeMinor: 60n * usdt,
    rechargeFeeBps: 50,
    consumeFeeBps: 0,
    crossBorderFeeBps: 100,
    rechargeMinMinor: 50n * usd,
    rechargeMaxMinor: 20_000n * usd,
    consumeMaxMinor: 20_000n * usd,
    dayMaxMinor: 40_000n * usd,
    monthMaxMinor: 200_000n * usd,
    status: 'enable',
  },
]

/** The kind of that id, if there is one. */
export function kindById(id: string): CardKind | undefined {
  return cardKinds.find(kind => kind.id === id)
}

/** The kind of a card that exists. */
export function kindOf(card: { card_type_id: string }): CardKind {
  const kind = kindById(card.card_type_id)
  if (!kind) throw new Error(`a card of the unknown kind ${card.card_type_id}`)
  return kind
}

/** What every card of a kind has from it, as it travels. */
export function traitsOf({ organization, region, type, material, face }: CardKind) {
  return { organization, currency: 'USD', rechargeCurrency: 'USDT', region, type, material, face } as const
}

/** A kind as it travels. */
export function shownKind(kind: CardKind): CardType {
  return {
    id: kind.id,
    name: kind.name,
    ...traitsOf(kind),
    openFee: format(kind.openFeeMinor, 'USDT'),
    rechargeFee: percentOf(kind.rechargeFeeBps),
    consumeFee: percentOf(kind.consumeFeeBps),
    crossBorderFee: percentOf(kind.crossBorderFeeBps),
    annualFee: format(kind.annualFeeMinor, 'USDT'),
    singleRechargeMin: format(kind.rechargeMinMinor, 'USD'),
    singleRechargeLimit: format(kind.rechargeMaxMinor, 'USD'),
    singleConsumeLimit: format(kind.consumeMaxMinor, 'USD'),
    dayConsumeLimit: format(kind.dayMaxMinor, 'USD'),
    monthConsumeLimit: format(kind.monthMaxMinor, 'USD'),
    needKyc: true,
    asksCardholder: kind.asksCardholder,
    status: kind.status,
  }
}

/** A fee of a purchase, by the word of its field on the wire. */
export interface PurchaseFee {
  fee: 'consumeFee' | 'crossBorderFee'
  amountMinor: bigint
}

/**
 * What a purchase of that amount costs in fees; the cross-border fee only where it is known to be outside the card's region.
 */
export function purchaseFees(
  kind: CardKind,
  { amountMinor, country }: { amountMinor: bigint; country: string },
): PurchaseFee[] {
  const isAbroad = country !== '' && country !== kind.region
  const crossBorderFeeBps = isAbroad ? kind.crossBorderFeeBps : 0
  return [
    { fee: 'consumeFee', amountMinor: feeOf({ amountMinor, feeBps: kind.consumeFeeBps }) },
    { fee: 'crossBorderFee', amountMinor: feeOf({ amountMinor, feeBps: crossBorderFeeBps }) },
  ]
}
