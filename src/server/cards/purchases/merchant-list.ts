import type { Output } from '../../../contract/call.ts'
import type { cardMerchants } from '../../../contract/card-control.ts'
import { format } from '../../../contract/money.ts'
import type { Db } from '../../database/database.ts'
import { balanceOf } from '../../ledger/ledger.ts'
import { monthsBack } from '../../zone.ts'
import { kindOf, purchaseFees } from '../kinds.ts'
import type { CardTable, MerchantCapTable, PurchaseTable } from '../tables.ts'
import { capFor, capsOf, usedBy } from './merchant-caps.ts'
import { isRefusedMerchant, merchantKey, stoppedMax } from './merchants.ts'
import { totalOf } from './purchase-fees.ts'
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
  /** Its owner has said something of it. */
  isNamed: boolean
  /** Newest first. */
  payments: (Payment & { isInHand: boolean })[]
  rhythm: Rhythm | null
}

type Shown = Output<typeof cardMerchants>

/** Who charges a card, as it travels: see the contract. */
export async function merchantsOf(db: Db, card: CardTable): Promise<Shown> {
  const now = new Date()
  const caps = await capsOf(db, card.id)
  const bought = await boughtWith(db, card, monthsBack(now, monthsShown))
  const merchants = merchantsIn(bought, { card, caps, now })
  const regular = merchants.filter(({ rhythm }) => rhythm).sort((one, other) => nextOf(one) - nextOf(other))
  const named = merchants.filter(({ rhythm, isNamed }) => !rhythm && isNamed)
  const others = merchants.filter(({ rhythm, isNamed }) => !rhythm && !isNamed)
  const { availableMinor } = await balanceOf(db, card.account_id)
  const list: Shown['list'] = []
  for (const merchant of [...regular, ...named, ...others.slice(0, othersMax)])
    list.push({ ...shownMerchant(merchant), cap: await shownCap(db, card, capFor(caps, merchant.name)) })
  return {
    list,
    isOnlyThese: card.only_merchants !== null,
    expected: format(expectedMinor(card, regular, now), 'USD'),
    available: format(availableMinor, 'USD'),
  }
}

/** Those that may charge a card now, and as many as can be the only ones: who did and is not stopped, and whom its owner named. */
export async function chargingNow(db: Db, card: CardTable): Promise<string[]> {
  const { list } = await merchantsOf(db, card)
  const going = list.filter(({ isStopped }) => !isStopped).map(({ merchant }) => merchant)
  return going.slice(0, stoppedMax)
}

async function shownCap(
  db: Db,
  { id: cardId }: CardTable,
  cap: MerchantCapTable | undefined,
): Promise<Shown['list'][number]['cap']> {
  if (!cap) return null
  const { merchant, cap_minor } = cap
  return { amount: format(cap_minor, 'USD'), used: format(await usedBy(db, { cardId, merchant }), 'USD') }
}

/** How this merchant charges a card regularly, and when it did so last; null where it does not. */
export async function rhythmWith(
  db: Db,
  card: CardTable,
  merchant: string,
): Promise<(Rhythm & { lastAt: Date }) | null> {
  const now = new Date()
  const bought = await boughtWith(db, card, monthsBack(now, monthsShown))
  const theirs = bought.filter(({ merchant: name }) => merchantKey(name) === merchantKey(merchant))
  const [found] = merchantsIn(theirs, { card: { ...card, ...unruled }, caps: [], now })
  const last = found?.payments.find(({ isInHand }) => !isInHand)
  return found?.rhythm && last ? { ...found.rhythm, lastAt: last.at } : null
}

/** What a merchant is expected to take; USD minor units, its fees with it. */
export interface Coming {
  merchant: string
  at: Date
  amountMinor: bigint
}

/**
 * What merchants that charge a card regularly are expected to take between two moments, each as much as the last time; the
 * next first. Those that may not charge it are left out.
 */
export async function comingCharges(db: Db, card: CardTable, { from, until }: Period): Promise<Coming[]> {
  const now = new Date()
  const bought = await boughtWith(db, card, monthsBack(now, monthsShown))
  return merchantsIn(bought, { card, caps: [], now })
    .filter(({ isStopped }) => !isStopped)
    .flatMap(({ name: merchant, rhythm, ...rest }) =>
      rhythm ? [{ merchant, at: rhythm.nextAt, amountMinor: onceMinor(card, rest) }] : [],
    )
    .filter(({ at }) => at >= from && at <= until)
    .sort((one, other) => +one.at - +other.at)
}

interface Period {
  from: Date
  until: Date
}

const unruled = { stopped_merchants: null, only_merchants: null }

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

/**
 * What was bought; and where only some may charge the card what was declined for that, for it may be what its owner wants.
 */
async function boughtWith(db: Db, { id, only_merchants }: CardTable, since: Date): Promise<Bought[]> {
  return await db
    .selectFrom('purchases')
    .select(columns)
    .where('card_id', '=', id)
    .where('created_at', '>=', since)
    .where('channel', '<>', 'atm')
    .where(({ or, eb, and, val }) =>
      or([
        eb('status', '<>', 'declined'),
        and([val(only_merchants !== null), eb('reason', '=', 'merchant_not_listed')]),
      ]),
    )
    .where('merchant', '<>', '')
    .orderBy('created_at', 'desc')
    .limit(purchasesMax)
    .execute()
}

/** In the order of their latest purchase; those that their owner named and that sold nothing come last. */
function merchantsIn(
  bought: readonly Bought[],
  { card, caps, now }: { card: CardTable; caps: readonly MerchantCapTable[]; now: Date },
): Merchant[] {
  const capped = caps.map(({ merchant }) => merchant)
  const named = [...(card.stopped_merchants ?? []), ...(card.only_merchants ?? []), ...capped]
  const namedKeys = new Set(named.map(merchantKey))
  const byKey = new Map<string, Merchant>()
  const known = (merchant: string, { mcc, country }: Pick<Bought, 'mcc' | 'country'>) => {
    const key = merchantKey(merchant)
    const found = byKey.get(key)
    if (found) return found
    const isStopped = isRefusedMerchant(card, merchant)
    const isNamed = namedKeys.has(key)
    const added: Merchant = { name: merchant, mcc, country, isStopped, isNamed, payments: [], rhythm: null }
    byKey.set(key, added)
    return added
  }
  for (const purchase of bought) {
    const { payments } = known(purchase.merchant, purchase)
    const amountMinor = paidMinor(purchase)
    const isInHand = inHand.includes(purchase.channel)
    if (amountMinor > 0n) payments.push({ at: purchase.created_at, amountMinor, isInHand })
  }
  for (const merchant of named) known(merchant, { mcc: '', country: '' })
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
  for (const { rhythm, isStopped, ...merchant } of regular)
    if (rhythm && !isStopped) minor += onceMinor(card, merchant) * BigInt(countUntil(rhythm, until))
  return minor
}

/** What a merchant takes the next time, if it is as much as the last time, with its fees. */
function onceMinor(card: CardTable, { payments, country }: Pick<Merchant, 'payments' | 'country'>): bigint {
  const amountMinor = payments[0]?.amountMinor ?? 0n
  const fees = purchaseFees(kindOf(card), { amountMinor, country })
  return amountMinor + totalOf(fees)
}

function shownMerchant({
  name,
  mcc,
  isStopped,
  payments: [last],
  rhythm,
}: Merchant): Omit<Shown['list'][number], 'cap'> {
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
