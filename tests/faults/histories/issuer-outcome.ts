import { sql } from 'kysely'
import { statesOf } from '../../../src/server/cards/states/status.ts'
import type { CardTable, PurchaseTable } from '../../../src/server/cards/tables.ts'
import type { Db } from '../../../src/server/database/database.ts'
import type { MintedCard } from '../../fixtures/cards/minted.ts'
import { nameOf, type Story } from './issuer-story.ts'

/** A story that was told of a card of its own. */
export interface Told {
  card: MintedCard
  story: Story
}

/** All that stories have left, read for many cards at once; the n-th is the n-th story's. */
export async function outcomesOf(db: Db, told: readonly Told[]) {
  const left = await readAll(db, told)
  return told.map(each => outcomeOf(each, left))
}

type Left = Awaited<ReturnType<typeof readAll>>
type Bill = Left['bills'][number]

async function readAll(db: Db, told: readonly Told[]) {
  const [cardIds, userIds] = [told.map(({ card }) => card.cardId), told.map(({ card }) => card.userId)]
  const ofCards = sql<boolean>`card_id = any(${cardIds}::uuid[])`
  const ofUsers = sql<boolean>`user_id = any(${userIds}::uuid[])`
  const [cards, accounts, purchases, bills, uses, messages] = await Promise.all([
    db.selectFrom('cards').selectAll().where(sql<boolean>`id = any(${cardIds}::uuid[])`).execute(),
    db
      .selectFrom('accounts')
      .select(['id', 'balance_minor', 'held_minor'])
      .where(sql<boolean>`owner_id = any(${userIds}::uuid[])`)
      .execute(),
    db.selectFrom('purchases').selectAll().where(ofCards).execute(),
    db
      .selectFrom('bills')
      .select(['trace_id', 'kind', 'status', 'amount_minor', 'fee_minor', 'currency', 'remark'])
      .where(ofUsers)
      .execute(),
    db.selectFrom('card_uses').select(['card_id', 'fact_id', 'amount_minor']).where(ofCards).execute(),
    db
      .selectFrom('messages')
      .select(['user_id', 'notice_type', 'params', 'event_key'])
      .where(ofUsers)
      .execute(),
  ])
  return {
    cards: grouped(cards as CardTable[], ({ id }) => id),
    accounts: new Map(accounts.map(account => [account.id, account])),
    purchases: new Map(purchases.map(purchase => [purchase.thread_id, purchase])),
    bills,
    traces: grouped(bills, ({ trace_id }) => trace_id),
    uses: grouped(uses, ({ card_id }) => card_id),
    messages: grouped(messages, ({ user_id }) => user_id),
  }
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

/** What moved, how each purchase stands, its rows, what counts for the limits, the card, and what its customer was told. */
function outcomeOf({ card, story }: Told, left: Left) {
  const [row] = left.cards.get(card.cardId) ?? []
  const [onCard, inWallet] = [left.accounts.get(card.accountId), left.accounts.get(card.walletId)]
  if (!row || !onCard || !inWallet) throw new Error('a card is gone')
  const [cardMinor, walletMinor] = [onCard.balance_minor ?? 0n, (inWallet.balance_minor ?? 0n) / 10_000n]
  const stands = story.threads.map(threadId => standing(left, threadId, story))
  return {
    together: cardMinor + walletMinor,
    apart: story.hasEnd ? null : { cardMinor, walletMinor },
    heldMinor: onCard.held_minor,
    /** The customer's bill rows add up to what moved. */
    inRows: stands.reduce((sum, { doneMinor }) => sum + doneMinor, 0n),
    card: statesOf(row),
    stands,
    uses: usesOf(card, story, left),
    news: newsOf({ card, story }, row, left),
  }
}

/** A row of a wallet in the minor units of USD. */
function usdOf({ currency, amount_minor }: Bill): bigint {
  return currency === 'USDT' ? amount_minor / 10_000n : amount_minor
}

function standing(left: Left, threadId: string, { hasEnd }: Story) {
  const purchase = left.purchases.get(threadId)
  const rows = purchase ? (left.traces.get(purchase.id) ?? []) : []
  const sum = (isWanted: (row: Bill) => boolean) =>
    rows.reduce((sum, row) => (isWanted(row) ? sum + usdOf(row) : sum), 0n)
  const refunds = rows.filter(({ kind }) => kind === 'refund')
  return {
    purchase: purchase && shownOf(purchase),
    main: rows
      .filter(({ kind }) => kind === 'consume' || kind === 'cardTransaction')
      .map(({ trace_id: _, ...row }) => row),
    // One that was split between a card that is over and the wallet is two rows.
    refunds: hasEnd
      ? sum(({ kind }) => kind === 'refund')
      : refunds.map(row => `${row.amount_minor} ${JSON.stringify(row.remark)}`).sort(),
    feesMinor: sum(({ kind }) => kind === 'fee'),
    doneMinor: sum(({ status }) => status === 'done'),
  }
}

function shownOf(purchase: PurchaseTable) {
  const { status, asked_minor, cleared_minor, refunded_minor, fee_minor, reason } = purchase
  const { merchant, city, mcc, country, channel } = purchase
  return {
    ...{ status, asked_minor, cleared_minor, refunded_minor, fee_minor, reason },
    ...{ merchant, city, mcc, country, channel },
  }
}

function usesOf({ cardId }: MintedCard, { all }: Story, { uses }: Left): string[] {
  const places = new Map(all.map((telling, place) => [nameOf(telling), place]))
  return (uses.get(cardId) ?? [])
    .map(({ fact_id, amount_minor }) => `${places.get(fact_id)}: ${amount_minor}`)
    .sort()
}

/**
 * What its customer was told, as far as that does not hang on what was known when: an approval that is heard of after its
 * end is no news, and a charge is news by how it differs from what was known. All that came back or was taken back is told
 * each by its name; of a purchase that took money, that it did; of one the issuer denied, that it did; of a card, where it
 * is now.
 */
function newsOf({ card, story }: Told, row: CardTable, { messages, purchases }: Left) {
  const told = messages.get(card.userId) ?? []
  const places = new Map(story.all.map((telling, place) => [nameOf(telling), { place, telling }]))
  const news = told.flatMap(({ event_key }) => {
    const [kind = '', name = ''] = event_key.split(':')
    const about = places.get(name)
    return about ? [{ kind, place: about.place, purchase: about.telling.purchase }] : []
  })
  const purchasesWith = (...kinds: string[]) =>
    new Set(news.filter(({ kind }) => kinds.includes(kind)).map(({ purchase }) => purchase))
  const charged = purchasesWith('authorization', 'clearing')
  return {
    back: news
      .filter(({ kind }) => kind === 'refund' || kind === 'refund-withdrawn')
      .map(({ kind, place }) => `${kind} ${place}`)
      .sort(),
    denied: [...purchasesWith('declined')].sort(),
    untoldCharges: story.threads.filter(
      (threadId, place) => (purchases.get(threadId)?.cleared_minor ?? 0n) > 0n && !charged.has(place),
    ),
    isStateTold: row.status === 'active' || told.some(({ params }) => isAbout(params, row.status)),
  }
}

function isAbout({ status }: Record<string, string>, now: string): boolean {
  return status === now || (now === 'expired' && status === 'expiredHeld')
}
