import pg from 'pg'
import type { Db } from '../../src/server/database.ts'
import { houseAccount } from '../../src/server/ledger/ledger.ts'
import { hashOfTransfer } from '../../src/server/ledger/transfer.ts'
import { type TestDatabase, testDatabase } from '../postgres.ts'
import { funded } from './world.ts'

/** A transfer as a hand at psql writes it: nothing of it was checked before. */
export interface Written {
  id: string
  entries: [account: string, amount: number][]
  count?: number
  reverses?: string
  isForced?: boolean
}

export let database: TestDatabase
export let db: Db
export let root: pg.Client
export let wallets: string[]
export let card: string
export let ether: string
export let houses: string[]

/** Opens the database and a hand at its psql: once for a file, before its tests. */
export async function begin() {
  database = await testDatabase()
  db = database.db
  houses = [
    await houseAccount(db, { code: 'chain', currency: 'USDT' }),
    await houseAccount(db, { code: 'fees', currency: 'USDT' }),
  ]
  root = new pg.Client({ connectionString: database.url })
  await root.connect()
}

/** Other accounts with 100 on each: before each test. */
export async function renew() {
  wallets = [await funded(db, 100n), await funded(db, 100n), await funded(db, 100n)]
  card = await funded(db, 100n, { kind: 'card' })
  ether = await funded(db, 100n, { currency: 'ETH' })
}

/** Closes both, after the tests. */
export async function end() {
  await root.end()
  await database.close()
}

/** Any number of transfers and their entries, in one statement. */
export async function write(transfers: readonly Written[]) {
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

export const at = (index: number) => wallets[index] as string
export const house = (index = 0) => houses[index] as string
