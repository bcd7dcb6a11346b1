import type { Output } from '../../../contract/call.ts'
import type { cardMerchants } from '../../../contract/card-control.ts'
import { format } from '../../../contract/money.ts'
import type { Db } from '../../database/database.ts'
import { balanceOf } from '../../ledger/ledger.ts'
import { monthsBack } from '../../zone.ts'
import { kindOf, purchaseFees } from '../kinds.ts'
import type { CardTable, PurchaseTable } from '../tables.ts'
import { isStoppedMerchant, merchantKey } from './merchants.ts'
import { countUntil, type Payment, type Rhythm, rhythmOf } from './rhythm.ts'

const monthsShown = 13
const othersMax = 50
/** Far more than anybody buys in that time. */
const purchasesMax = 2_000
const dayMs = 24 * 60 * 60 * 1000
/** Where somebody goes with the card in hand nothing comes by itself. */
const inHand = ['contactless', 'chip']

interface Merchant {
  /** As it was told last. */
  name: string
  mcc: string
  country: string
  isStopped: boolean
  /** Newest first. */
  payments: (Payment & { isInHand: boolean })[]
  rhythm: Rhythm | null
}

type Shown = Output<typeof cardMerchants>

/** Who charges a card, as it travels: see the contract. */
export async function merchantsOf(db: Db, card: CardTable): Promise<Shown> {
  const now = new Date()
  const merchants = merchantsIn(await boughtWith(db, card, monthsBack(now, monthsShown)), card, now)
  const regular = merchants.filter(({ rhythm }) => rhythm).sort((one, other) => nextOf(one) - nextOf(other))
  const stopped = merchants.filter(({ rhythm, isStopped }) => !rhythm && isStopped)
  const others = merchants.filter(({ rhythm, isStopped }) => !rhythm && !isStopped)
  const { availableMinor } = await balanceOf(db, card.account_id)
  return {
    list: [...regular, ...stopped, ...others.slice(0, othersMax)].map(shownMerchant),
    expected: format(expectedMinor(card, regular, now), 'USD'),
    available: format(availableMinor, 'USD'),
  }
}

const columns = [
  'merchant',
  'mcc',
  'country',
  'channel',
  'status',
  'asked_minor',
  'cleared_minor',
  'created_at',
] as const
type Bought = Pick<PurchaseTable, (typeof columns)[number]>

async function boughtWith(db: Db, { id }: CardTable, since: Date): Promise<Bought[]> {
  return await db
    .selectFrom('purchases')
    .select(columns)
    .where('card_id', '=', id)
    .where('created_at', '>=', since)
    .where('channel', '<>', 'atm')
    .where('status', '<>', 'declined')
    .where('merchant', '<>', '')
    .orderBy('created_at', 'desc')
    .limit(purchasesMax)
    .execute()
}

/** In the order of their latest purchase; those that are stopped and sold nothing come last. */
function merchantsIn(bought: readonly Bought[], card: CardTable, now: Date): Merchant[] {
  const byKey = new Map<string, Merchant>()
  const known = (merchant: string, { mcc, country }: Pick<Bought, 'mcc' | 'country'>) => {
    const key = merchantKey(merchant)
    const found = byKey.get(key)
    if (found) return found
    const isStopped = isStoppedMerchant(card, merchant)
    const added: Merchant = { name: merchant, mcc, country, isStopped, payments: [], rhythm: null }
    byKey.set(key, added)
    return added
  }
  for (const purchase of bought) {
    const { payments } = known(purchase.merchant, purchase)
    const amountMinor = paidMinor(purchase)
    const isInHand = inHand.includes(purchase.channel)
    if (amountMinor > 0n) payments.push({ at: purchase.created_at, amountMinor, isInHand })
  }
  for (const merchant of card.stopped_merchants ?? []) known(merchant, { mcc: '', country: '' })
  return [...byKey.values()].map(merchant => {
    const byThemselves = merchant.payments.filter(({ isInHand }) => !isInHand)
    return { ...merchant, rhythm: rhythmOf(byThemselves, now) }
  })
}

/** What a purchase cost, whatever came back later; nothing of one that the merchant never claimed. */
function paidMinor({ status, asked_minor, cleared_minor }: Bought): bigint {
  if (status === 'pending') return asked_minor > cleared_minor ? asked_minor : cleared_minor
  return cleared_minor
}

function nextOf({ rhythm }: Merchant): number {
  return Number(rhythm?.nextAt)
}

/** What those who may charge are expected to take within thirty days, each time with its fees. */
function expectedMinor(card: CardTable, regular: readonly Merchant[], now: Date): bigint {
  const until = new Date(+now + 30 * dayMs)
  let minor = 0n
  for (const { rhythm, payments, country, isStopped } of regular) {
    const [last] = payments
    if (!rhythm || !last || isStopped) continue
    const { amountMinor } = last
    const fees = purchaseFees(kindOf(card), { amountMinor, country })
    const onceMinor = fees.reduce((sum, fee) => sum + fee.amountMinor, amountMinor)
    minor += onceMinor * BigInt(countUntil(rhythm, until))
  }
  return minor
}

function shownMerchant({ name, mcc, isStopped, payments: [last], rhythm }: Merchant): Shown['list'][number] {
  return {
    merchant: name,
    mcc,
    isStopped,
    last: last ? { amount: format(last.amountMinor, 'USD'), time: last.at.toISOString() } : null,
    regular: rhythm && {
      every: rhythm.every,
      nextTime: rhythm.nextAt.toISOString(),
      cheaperBefore: rhythm.cheaperBeforeMinor === null ? null : format(rhythm.cheaperBeforeMinor, 'USD'),
    },
  }
}
