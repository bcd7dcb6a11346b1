import { sql } from 'kysely'
import { expect } from 'vitest'
import { parse } from '../../../src/contract/money.ts'
import { type AccountStatement, readStatement } from '../../../src/server/bills/statement.ts'
import { checkChain } from '../../../src/server/chain/check.ts'
import type { Db } from '../../../src/server/database/database.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { balancesOf } from '../../../src/server/ledger/ledger.ts'
import type { World } from '../../../src/server/world.ts'

/** Books, chain, bills and statements say the same of everybody, to the last unit. Gives what the chain check has seen. */
export async function expectAgreement(world: World, userIds: readonly string[]) {
  const { db } = world
  expect((await checkLedger(db)).disagreement).toBeNull()
  const report = await checkChain(db, world)
  expect(report.disagreement).toBeNull()
  for (const userId of userIds) await expectTold(db, userId)
  expect(await waitingIn(db)).toEqual([])
  return report
}

/** What a customer holds is what their bills come to, and what their statement closes with. */
export async function expectTold(db: Db, userId: string): Promise<void> {
  const balances = await balancesIn(db, userId)
  expect(await billedTo(db, userId), `bills of ${userId}`).toEqual(balances)
  expect(await closingOf(db, userId), `statement of ${userId}`).toEqual(balances)
}

/** Minor units by place: `wallet USDT`, `card USD`. */
type Places = Record<string, bigint>

async function balancesIn(db: Db, userId: string): Promise<Places> {
  const rows = await balancesOf(db, userId)
  expect(rows.map(({ heldMinor }) => heldMinor)).toEqual(rows.map(() => 0n))
  return filled(rows.map(({ kind, currency, balanceMinor }) => [`${kind} ${currency}`, balanceMinor]))
}

/** What all bills that are done come to. A row of what stayed inside tells of both of its ends. */
async function billedTo(db: Db, userId: string): Promise<Places> {
  const bills = await db
    .selectFrom('bills')
    .select(['kind', 'status', 'account', 'currency', 'amount_minor', 'remark'])
    .where('user_id', '=', userId)
    .execute()
  expect(bills.filter(({ status }) => status === 'pending')).toEqual([])
  return filled(
    bills
      .filter(({ status }) => status === 'done')
      .flatMap(({ kind, account, currency, amount_minor, remark }) => {
        const moved: [string, bigint][] = [
          [`${account === 'wallet' ? 'wallet' : 'card'} ${currency}`, amount_minor],
        ]
        const { paid = '', paidCurrency } = remark
        if (kind === 'topUp') moved.push(['wallet USDT', -(parse(paid, 'USDT') as bigint)])
        if (kind === 'transfer' && paidCurrency === 'USD')
          moved.push(['card USD', -(parse(paid, 'USD') as bigint)])
        return moved
      }),
  )
}

async function closingOf(db: Db, userId: string): Promise<Places> {
  const cards = await db
    .selectFrom('cards')
    .select(['account_id', 'last4'])
    .where('user_id', '=', userId)
    .execute()
  const statement = await readStatement(db, {
    userId,
    email: '',
    timezone: 'UTC',
    from: new Date(Date.now() - 3_600_000),
    until: new Date(Date.now() + 60_000),
    last4ByAccount: new Map(cards.map(({ account_id, last4 }) => [account_id, last4])),
    limit: 10_000,
  })
  return filled((statement?.accounts ?? []).map(closing))
}

function closing({ name, currency, openingMinor, lines, closingMinor }: AccountStatement): [string, bigint] {
  expect(openingMinor).toBe(0n)
  expect(lines.at(-1)?.balanceMinor ?? 0n).toBe(closingMinor)
  return [`${name === 'wallet' ? 'wallet' : 'card'} ${currency}`, closingMinor]
}

/** Deposits that are neither credited nor waiting for more; crumbs wait for more only while they are below the minimum. */
async function waitingIn(db: Db) {
  const { rows } = await sql`
    select id, status from deposits
    where status not in ('credited', 'below_min', 'orphaned') or lost_at is not null or loss_told_at is not null`.execute(
    db,
  )
  return rows
}

function filled(moved: [string, bigint][]): Places {
  const places: Places = {}
  for (const [place, minor] of moved) places[place] = (places[place] ?? 0n) + minor
  return Object.fromEntries(Object.entries(places).filter(([, minor]) => minor !== 0n))
}
