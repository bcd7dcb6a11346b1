import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../src/server/database.ts'
import { newId } from '../../src/server/id.ts'
import { balanceOf, houseAccount, post, reverse } from '../../src/server/ledger/ledger.ts'
import { hashOfTransfer } from '../../src/server/ledger/transfer.ts'
import { type TestDatabase, testDatabase } from '../postgres.ts'
import { expectBooksAgree, funded, move, newKey } from './world.ts'

/** A transfer as a hand at psql writes it: nothing of it was checked before. */
interface Written {
  id: string
  entries: [account: string, amount: number][]
  count?: number
  reverses?: string
  isForced?: boolean
}

let database: TestDatabase
let db: Db
let root: pg.Client
let wallets: string[]
let card: string
let ether: string
let houses: string[]

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  houses = [
    await houseAccount(db, { code: 'chain', currency: 'USDT' }),
    await houseAccount(db, { code: 'fees', currency: 'USDT' }),
  ]
  root = new pg.Client({ connectionString: database.url })
  await root.connect()
})
beforeEach(async () => {
  wallets = [await funded(db, 100n), await funded(db, 100n), await funded(db, 100n)]
  card = await funded(db, 100n, { kind: 'card' })
  ether = await funded(db, 100n, { currency: 'ETH' })
})
afterEach(async () => await expectBooksAgree(db))
afterAll(async () => {
  await root.end()
  await database.close()
})

/** Any number of transfers and their entries, in one statement. */
async function write(transfers: readonly Written[]) {
  const lines = transfers.flatMap(({ id, entries }) => entries.map(entry => [id, ...entry] as const))
  const hashes = transfers.map(({ id, entries, reverses, isForced = false }) =>
    hashOfTransfer({
      idempotencyKey: id,
      reason: 'by hand',
      entries: entries.map(([accountId, amount]) => ({ accountId, amountMinor: BigInt(amount) })),
      forced: isForced,
      ...(reverses && { reverses }),
    }),
  )
  await root.query(
    `with t as (
       insert into transfers (id, idempotency_key, request_hash, reason, reverses_id, is_forced, entry_count)
       select id, id, hash, 'by hand', reverses, forced, count
       from unnest($1::uuid[], $2::bytea[], $3::uuid[], $4::boolean[], $5::integer[]) as u (id, hash, reverses, forced, count)
     )
     insert into entries (transfer_id, account_id, amount_minor)
     select * from unnest($6::uuid[], $7::uuid[], $8::bigint[])`,
    [
      transfers.map(({ id }) => id),
      hashes,
      transfers.map(({ reverses }) => reverses ?? null),
      transfers.map(({ isForced }) => isForced ?? false),
      transfers.map(({ entries, count = entries.length }) => count),
      lines.map(([id]) => id),
      lines.map(([, account]) => account),
      lines.map(([, , amount]) => amount),
    ],
  )
}

const at = (index: number) => wallets[index] as string
const house = (index = 0) => houses[index] as string
const good = (): Written => ({
  id: newId(),
  entries: [
    [at(0), -5],
    [at(1), 5],
  ],
})

describe('of many transfers in one statement the database refuses all for', () => {
  test.each<[string, () => Written[]]>([
    [
      'one that has an entry too many while another has one too few',
      () => [
        {
          id: newId(),
          count: 2,
          entries: [
            [at(0), -5],
            [at(1), 3],
            [house(), 2],
          ],
        }, // prettier-ignore
        {
          id: newId(),
          count: 4,
          entries: [
            [at(0), -5],
            [at(1), 3],
            [house(), 2],
          ],
        }, // prettier-ignore
      ],
    ],
    [
      'one that has twice what it announced while another has nothing',
      () => [
        {
          id: newId(),
          count: 2,
          entries: [
            [at(0), -5],
            [at(1), 3],
            [house(), 1],
            [house(1), 1],
          ],
        }, // prettier-ignore
        { id: newId(), count: 2, entries: [] },
      ],
    ],
    ['one without entries', () => [good(), { id: newId(), count: 2, entries: [] }]],
    [
      'two that add up to zero only together',
      () => [
        {
          id: newId(),
          entries: [
            [at(0), -5],
            [at(1), 4],
          ],
        }, // prettier-ignore
        {
          id: newId(),
          entries: [
            [at(0), -5],
            [at(1), 6],
          ],
        }, // prettier-ignore
      ],
    ],
    [
      'one that adds up to zero only over two currencies',
      () => [
        good(),
        {
          id: newId(),
          entries: [
            [at(0), -5],
            [ether, 5],
          ],
        },
      ], // prettier-ignore
    ],
    [
      'one whose entry is on no account, whichever place its id has among the others',
      () => [
        good(),
        {
          id: newId(),
          entries: [
            [at(0), -5],
            ['00000000-0000-4000-8000-000000000000', 5],
          ],
        },
      ], // prettier-ignore
    ],
    [
      'one whose entry is on no account, after all others',
      () => [
        good(),
        {
          id: newId(),
          entries: [
            [at(0), -5],
            ['ffffffff-ffff-4fff-bfff-ffffffffffff', 5],
          ],
        },
      ], // prettier-ignore
    ],
    ['an overdraft that many make together', () => Array.from({ length: 21 }, good)],
    [
      'a forced overdraft of a wallet',
      () => [
        {
          id: newId(),
          isForced: true,
          entries: [
            [at(0), -101],
            [house(), 101],
          ],
        },
      ], // prettier-ignore
    ],
    [
      'an overdraft of a card that is not the forced one',
      () => [
        {
          id: newId(),
          isForced: true,
          entries: [
            [house(), -1],
            [card, 1],
          ],
        }, // prettier-ignore
        {
          id: newId(),
          entries: [
            [card, -102],
            [house(), 102],
          ],
        }, // prettier-ignore
      ],
    ],
    ['the reversal of a transfer that is not there', () => [good(), { ...good(), reverses: newId() }]],
  ])('%s', async (_what, transfers) => {
    await expect(write([good(), ...transfers()])).rejects.toMatchObject({
      code: expect.stringMatching(/^(GL002|23514)$/),
    })
    for (const wallet of [...wallets, card, ether]) {
      expect(await balanceOf(db, wallet)).toMatchObject({ balanceMinor: 100n })
    }
  })

  test('a second reversal, and one that is no mirror', async () => {
    const entries = move(at(0), at(1), 5n)
    const { transferId } = await post(db, { idempotencyKey: newKey(), reason: 'move', entries })
    const mirror = (): Written => ({
      id: newId(),
      reverses: transferId,
      entries: [
        [at(0), 5],
        [at(1), -5],
      ],
    }) // prettier-ignore
    await expect(write([good(), mirror(), mirror()])).rejects.toMatchObject({ code: '23505' })
    const half: Written = {
      id: newId(),
      reverses: transferId,
      entries: [
        [at(0), 4],
        [at(1), -4],
      ],
    } // prettier-ignore
    await expect(write([good(), half])).rejects.toMatchObject({ code: 'GL002' })
    await reverse(db, { transferId, idempotencyKey: newKey(), reason: 'undo' })
    await expect(write([mirror()])).rejects.toMatchObject({ code: '23505' })
    expect(await balanceOf(db, at(0))).toMatchObject({ balanceMinor: 100n })
  })

  test('entries for a transfer of an earlier statement of the same transaction', async () => {
    const first = good()
    await root.query('begin')
    await write([first])
    const late = `insert into entries values ('${first.id}', '${house()}', -5), ('${first.id}', '${house(1)}', 5)`
    await expect(root.query(late)).rejects.toMatchObject({ code: 'GL002' })
    await root.query('rollback')
  })
})

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
    `select number, outcome from post_transfers($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, false) order by number`,
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
