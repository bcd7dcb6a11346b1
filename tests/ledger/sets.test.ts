import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../src/server/id.ts'
import { balanceOf } from '../../src/server/ledger/ledger.ts'
import { hashOfTransfer } from '../../src/server/ledger/transfer.ts'
import { expectBooksAgree, newKey } from '../fixtures/ledger/world.ts'
import {
  at,
  begin,
  card,
  database,
  db,
  end,
  house,
  houses,
  renew,
  root,
  type Written,
  wallets,
  write,
} from '../fixtures/ledger/written.ts'

beforeAll(begin)
beforeEach(renew)
afterEach(async () => await expectBooksAgree(db))
afterAll(end)

test('many transfers in one statement move each account by the sum of its entries, or nothing moves', async () => {
  const places = [...wallets, card, ...houses]
  const line = fc.record({ from: fc.nat(5), to: fc.nat(5), amount: fc.integer({ min: 1, max: 60 }) })
  const batch = fc.array(fc.record({ line, isForced: fc.boolean() }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(batch, async list => {
      const moves = list.filter(({ line: { from, to } }) => from !== to)
      const before = await balances(places)
      const transfers = moves.map(
        ({ line: { from, to, amount }, isForced }): Written => ({
          id: newId(),
          isForced,
          entries: [
            [places[from] as string, -amount],
            [places[to] as string, amount],
          ], // prettier-ignore
        }),
      )
      const isWritten = await write(transfers).then(
        () => true,
        error => {
          expect(error).toMatchObject({ code: '23514' })
          return false
        },
      )
      const moved = places.map((_, place) =>
        moves.reduce((sum, { line: { from, to, amount } }) => {
          return sum + (to === place ? BigInt(amount) : 0n) - (from === place ? BigInt(amount) : 0n)
        }, 0n),
      )
      const after = await balances(places)
      expect(after).toEqual(before.map((balance, place) => balance + (isWritten ? (moved[place] ?? 0n) : 0n)))
      expect(after.slice(0, 3).every(balance => balance >= 0n)).toBe(true)
      await expectBooksAgree(db)
    }),
    { numRuns: 60 },
  )
})

test('a transfer that is short on two accounts hides no other whose key is in use', async () => {
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  const key = newKey()
  const between = (one: string, two: string) => ({ ids: [one, two], amounts: [-500, 500] })
  await other.query('begin')
  await call(other, [{ key, ...between(house(), house(1)) }])
  const waiting = call(root, [
    { key: newKey(), ids: [at(0), at(1), house()], amounts: [-500, -500, 1000] },
    { key, ...between(house(), house(1)) },
  ])
  await expect.poll(waitingForLocks).toBe(1)
  await other.query('commit')
  await other.end()
  expect(await waiting).toEqual([
    { number: 1, outcome: 'overdrawn' },
    { number: 2, outcome: 'contested' },
  ])
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return Number(rows[0]?.n)
}

/** Asks the function itself, past everything that stands before it. */
async function call(
  client: pg.Client,
  transfers: readonly { key: string; ids: readonly string[]; amounts: readonly number[] }[],
) {
  const lines = transfers.flatMap(({ ids, amounts }, index) =>
    ids.map((id, line) => [index + 1, id, amounts[line]] as const),
  )
  const { rows } = await client.query(
    'select number, outcome from post_transfers($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, false) order by number',
    [
      transfers.map(() => newId()),
      transfers.map(({ key }) => key),
      transfers.map(({ key, ids, amounts }) =>
        hashOfTransfer({
          idempotencyKey: key,
          reason: 'by hand',
          entries: ids.map((accountId, line) => ({ accountId, amountMinor: BigInt(amounts[line] ?? 0) })),
        }),
      ),
      transfers.map(() => 'by hand'),
      transfers.map(() => null),
      transfers.map(() => false),
      transfers.map(({ ids }) => ids.length),
      lines.map(([number]) => number),
      lines.map(([, id]) => id),
      lines.map(([, , amount]) => amount),
    ],
  )
  return rows
}

async function balances(accounts: readonly string[]): Promise<bigint[]> {
  return await Promise.all(accounts.map(async id => (await balanceOf(db, id)).balanceMinor))
}
