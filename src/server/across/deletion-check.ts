import { sql } from 'kysely'
import type { Obstacle } from '../../contract/deletion.ts'
import { type Coin, type Currency, format } from '../../contract/money.ts'
import { isOver } from '../cards/cards.ts'
import type { CardTable } from '../cards/tables.ts'
import { largestMinor } from '../chain/coins.ts'
import type { Treasury } from '../chain/treasury.ts'
import { termsOf } from '../chain/withdrawals/withdrawal-terms.ts'
import type { Db } from '../database/database.ts'
import { balancesOf, type OwnedBalance } from '../ledger/ledger.ts'
import { worthOf } from '../rates/good-price.ts'

/** What withdrawals are paid by: the way there names its network. */
type Paying = Pick<Treasury, 'network' | 'coins'>

/**
 * Everything a deletion of the account has to reckon with. It stays so until the commit when the caller has locked the
 * customer, their cards and their balances.
 */
export async function obstaclesOf(
  db: Db,
  { userId, treasury }: { userId: string; treasury: Paying },
): Promise<Obstacle[]> {
  const balances = await balancesOf(db, userId)
  const cards = await db.selectFrom('cards').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  const underWay = await underWayOf(db, userId)
  const isExplained = underWay.some(({ state }) => state === 'blocks')
  return [
    ...(await walletRows(db, { userId, treasury, balances, isExplained })),
    ...cards.flatMap(card => cardRows(card, { balances, underWay })),
    ...underWay,
  ]
}

/** True when nothing blocks. */
export function isReady(obstacles: readonly Obstacle[]): boolean {
  return obstacles.every(({ state }) => state !== 'blocks')
}

const no = { amount: null, currency: null, last4: null, count: 1 } as const

/** What is free on each coin of the wallet; what is reserved, where nothing under way says for what. */
async function walletRows(
  db: Db,
  asked: { userId: string; treasury: Paying; balances: OwnedBalance[]; isExplained: boolean },
): Promise<Obstacle[]> {
  const { userId, treasury, balances, isExplained } = asked
  const waived = await waivedOf(db, userId)
  const rows: Obstacle[] = []
  for (const { kind, currency, availableMinor, heldMinor } of balances) {
    if (kind !== 'wallet') continue
    const reservedMinor = heldMinor - (waived.get(currency) ?? 0n)
    const row = (what: 'balance' | 'held', minor: bigint) => ({
      ...no,
      what,
      currency,
      amount: format(minor, currency),
    })
    if (availableMinor !== 0n)
      rows.push({
        ...row('balance', availableMinor),
        ...(await wayOut(db, { coin: currency as Coin, minor: availableMinor, treasury })),
      })
    if (reservedMinor > 0n && !isExplained)
      rows.push({ ...row('held', reservedMinor), state: 'blocks', route: '/pages/bill/bill' })
  }
  return rows
}

/** What is held because it was given up with the account. */
async function waivedOf(db: Db, userId: string): Promise<Map<string, bigint>> {
  const rows = await db
    .selectFrom('deletion_waivers')
    .innerJoin('deletions', 'deletions.id', 'deletion_waivers.deletion_id')
    .select(['currency', 'amount_minor'])
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .execute()
  return new Map(rows.map(({ currency, amount_minor }) => [currency, amount_minor]))
}

/**
 * Where a coin of the wallet can go. What is below the least that can be withdrawn, of its coin and by what it is worth
 * in USDT by a rate to be relied on, can be given up instead.
 */
async function wayOut(
  db: Db,
  { coin, minor, treasury }: { coin: Coin; minor: bigint; treasury: Paying },
): Promise<Pick<Obstacle, 'state' | 'route'>> {
  const terms = termsOf(coin)
  const leastMinor = termsOf('USDT')?.min ?? 0n
  // Too little of a coin can be converted to USDT; too little USDT needs another deposit.
  const route =
    coin === 'USDT'
      ? '/pages/transferIn/transferIn?coin=USDT'
      : `/pages/convertWallet/convertWallet?coin=${coin}`
  if (terms && minor >= terms.min) {
    const chain = treasury.coins.includes(coin) ? `&chain=${treasury.network}` : ''
    return { state: 'blocks', route: `/pages/transferOut/transferOut?coin=${coin}${chain}` }
  }
  const worth = await worthOf(db, { coin, amountMinor: minor })
  const isDust = worth !== null && worth < leastMinor
  return { state: isDust ? 'waivable' : 'blocks', route }
}

/**
 * A card that lives is one row whatever it holds; of one that is over, what is left on it, and what a purchase that is
 * posted in part still holds: one that is pending says so itself.
 */
function cardRows(
  card: CardTable,
  { balances, underWay }: { balances: readonly OwnedBalance[]; underWay: readonly Obstacle[] },
): Obstacle[] {
  const { id, last4 } = card
  const balance = balances.find(({ accountId }) => accountId === card.account_id)
  const { balanceMinor = 0n, availableMinor = 0n, heldMinor = 0n } = balance ?? {}
  const row = (minor: bigint) => ({ ...no, last4, currency: 'USD' as Currency, amount: format(minor, 'USD') })
  if (balanceMinor < 0n) {
    const route = `/pages/cardDetail/cardDetail?id=${id}&open=repay`
    return [{ ...row(balanceMinor), what: 'debt', state: 'blocks', route }]
  }
  if (!isOver(card)) {
    return [
      { ...row(balanceMinor), what: 'card', state: 'blocks', route: `/pages/cardDetail/cardDetail?id=${id}` },
    ]
  }
  const rows: Obstacle[] = []
  if (availableMinor > 0n) {
    const route = `/pages/convertWallet/convertWallet?cardId=${id}`
    rows.push({ ...row(availableMinor), what: 'cardMoney', state: 'blocks', route })
  }
  const route = purchasesOf(id)
  const isExplained = underWay.some(one => one.what === 'purchase' && one.route === route)
  if (heldMinor > 0n && !isExplained)
    rows.push({ ...row(heldMinor), what: 'purchase', state: 'blocks', route })
  return rows
}

function purchasesOf(cardId: string): string {
  return `/pages/bill2/bill2?cardId=${cardId}`
}

type UnderWay = Omit<Obstacle, 'amount' | 'count'> & { minor: bigint | null; count: bigint }

/**
 * What has begun and not ended, and what may still come; each statement gives the rows of one kind. An application that is
 * not paid for keeps nobody: nothing is at stake, and once its card is closed it could not be ended by anybody.
 */
async function underWayOf(db: Db, userId: string): Promise<Obstacle[]> {
  const mine = sql`user_id = ${userId}`
  const { rows } = await sql<UnderWay>`
    select 'purchase' as what, 'blocks' as state, sum(h.remaining_minor)::bigint as minor, 'USD' as currency,
      count(*) as count, c.last4, ${purchasesOf('')} || c.id as route
    from purchases p join cards c on c.id = p.card_id left join holds h on h.id = p.hold_id
    where c.${mine} and p.status = 'pending' group by c.id
    union all
    select 'withdrawal', 'blocks', amount_minor, currency, 1, null, '/pages/transferOut/transferOut?id=' || id
    from withdrawals where ${mine} and ended_at is null
    union all
    select 'deposit', 'blocks', least(sum(amount_minor), ${largestMinor})::bigint, currency, count(*), null, '/pages/transferIn/transferIn?coin=' || currency
    from deposits where ${mine} and status in ('seen', 'confirming', 'held') group by currency
    union all
    select 'order', 'blocks', null, null, count(*), null, '/pages/cardList/cardList'
    from card_orders where ${mine} and status = 'opening' having count(*) > 0
    union all
    select 'application', 'blocks', null, null, 1, null, '/pages/makeCard/makeCard?id=' || id
    from applications where ${mine} and ended_at is null and status not in ('draft', 'holder_pending', 'wait_pay')
    union all
    select 'dispute', 'blocks', d.amount_minor, 'USD', 1, c.last4, '/pages/feedback/feedback?dispute=' || d.bill_id
    from disputes d join cards c on c.id = d.card_id where d.${mine} and d.ended_at is null
    union all
    select 'crumbs', 'warns', sum(amount_minor)::bigint, currency, count(*), null, '/pages/transferIn/transferIn?coin=' || currency
    from deposits where ${mine} and status = 'below_min' group by currency
    union all
    select 'reward', 'warns', sum(amount_minor)::bigint, 'USDT', count(*), null, '/pages/invite/invite'
    from rewards where referrer_id = ${userId} and status = 'waiting' having count(*) > 0
    union all
    select 'refund', 'warns', null, null, count(*), null, '/pages/bill/bill?type=consume'
    from purchases p join cards c on c.id = p.card_id
    where c.${mine} and p.status = 'posted' and p.updated_at > now() - interval '90 days' having count(*) > 0`.execute(
    db,
  )
  return rows.map(({ minor, count, ...row }) => ({
    what: row.what,
    state: row.state,
    amount: minor === null ? null : format(minor, row.currency as Currency),
    currency: row.currency,
    count: Number(count),
    last4: row.last4,
    route: row.route,
  }))
}
