import { sql } from 'kysely'
import type { Currency } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { historyOf, openHoldsOf, type PastEntry } from '../ledger/history.ts'
import { balancesOf } from '../ledger/ledger.ts'
import { type Told, toldOf } from './told.ts'

/** What a statement tells, before it has words: from the ledger's entries alone, so that it always reconciles. */
export interface Statement {
  /** Masked. */
  email: string
  timezone: string
  from: Date
  /** The first instant after it. */
  until: Date
  /** When it was read; earlier than `until` when the period is not over. */
  madeAt: Date
  /** All accounts, or the card that it is of alone. */
  isOfCard: boolean
  accounts: AccountStatement[]
  /** Reserved when it was read: no entries yet, and perhaps never. */
  holds: HeldLine[]
}

/** One account: opening balance, every entry, closing balance. Minor units of its currency. */
export interface AccountStatement {
  /** `wallet`, or the last four digits of a card. */
  name: string
  currency: Currency
  openingMinor: bigint
  lines: StatementLine[]
  inMinor: bigint
  /** Without its sign. */
  outMinor: bigint
  closingMinor: bigint
}

/** One entry, with what its bill says of it. */
export interface StatementLine {
  at: Date
  transferId: string
  /** Why, in the ledger's word. */
  reason: string
  remark: Record<string, string>
  /** What the customer wrote on it for themselves. */
  note: string | null
  /** A fee that is part of the amount. */
  feeMinor: bigint
  amountMinor: bigint
  balanceMinor: bigint
}

/** Funds reserved on an account. */
interface HeldLine {
  name: string
  currency: Currency
  at: Date
  reason: string
  amountMinor: bigint
}

/** Whose statement, and of when. */
interface StatementRequest {
  userId: string
  email: string
  timezone: string
  from: Date
  until: Date
  /** The last four digits of each card, by its account. */
  last4ByAccount: ReadonlyMap<string, string>
  /** Of this account alone. */
  accountId?: string | undefined
  /** Entries at most. */
  limit: number
}

/** Reads a statement in one snapshot. Null when it has more entries than the limit. */
export async function readStatement(db: Db, request: StatementRequest): Promise<Statement | null> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(db => inSnapshot(db, request))
}

async function inSnapshot(db: Db, request: StatementRequest): Promise<Statement | null> {
  const { userId, email, timezone, from, until, last4ByAccount } = request
  const isOfCard = request.accountId !== undefined
  const all = await balancesOf(db, userId)
  const owned = isOfCard ? all.filter(({ accountId }) => accountId === request.accountId) : all
  const names = new Map(
    owned.map(({ accountId, kind, currency }) => {
      const name = kind === 'wallet' ? 'wallet' : (last4ByAccount.get(accountId) ?? '')
      return [accountId, { name, currency }]
    }),
  )
  const accounts: AccountStatement[] = []
  let left = request.limit
  for (const [accountId, named] of names) {
    const history = await historyOf(db, { accountId, from, until, limit: left })
    if (!history) return null
    left -= history.entries.length
    const { openingMinor, closingMinor, entries } = history
    if (entries.length === 0 && openingMinor === 0n && !isOfCard && !isMaster(named)) continue
    const transferIds = entries.map(({ transferId }) => transferId)
    const place = { account: named.name, currency: named.currency }
    const told = await toldOf(db, { userId, place, transferIds, from })
    const lines = linesOf(entries, { openingMinor, told })
    accounts.push({ ...named, openingMinor, closingMinor, lines, ...sumsOf(entries) })
  }
  const holds = (await openHoldsOf(db, [...names.keys()])).map(
    ({ accountId, remainingMinor, at, reason }) => {
      const { name, currency } = names.get(accountId) as { name: string; currency: Currency }
      return { name, currency, at, reason, amountMinor: remainingMinor }
    },
  )
  return { email, timezone, from, until, madeAt: await nowIn(db), isOfCard, accounts, holds }
}

/** The one account that everybody has and every statement shows. */
function isMaster({ name, currency }: { name: string; currency: Currency }): boolean {
  return name === 'wallet' && currency === 'USDT'
}

function linesOf(
  entries: readonly PastEntry[],
  { openingMinor, told }: { openingMinor: bigint; told: ReadonlyMap<string, Told> },
): StatementLine[] {
  let balanceMinor = openingMinor
  return entries.map(({ at, transferId, reason, amountMinor }) => {
    balanceMinor += amountMinor
    const { remark = {}, note = null, feeMinor = 0n } = told.get(transferId) ?? {}
    return { at, transferId, reason, remark, note, feeMinor, amountMinor, balanceMinor }
  })
}

function sumsOf(entries: readonly PastEntry[]): { inMinor: bigint; outMinor: bigint } {
  let [inMinor, outMinor] = [0n, 0n]
  for (const { amountMinor } of entries) {
    if (amountMinor > 0n) inMinor += amountMinor
    else outMinor -= amountMinor
  }
  return { inMinor, outMinor }
}

async function nowIn(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}
