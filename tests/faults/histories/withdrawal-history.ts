import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { getAddress } from 'viem'
import { expect } from 'vitest'
import { depositBooks } from '../../../src/server/across/deposit-books.ts'
import { withdrawalBooks } from '../../../src/server/across/withdrawal-books.ts'
import { readOn } from '../../../src/server/chain/deposits/reader.ts'
import { bookNonceFees } from '../../../src/server/chain/nonce-fees.ts'
import { payOn } from '../../../src/server/chain/withdrawals/paying.ts'
import { saveToAddressBook } from '../../../src/server/chain/withdrawals/saved-addresses.ts'
import type { WithdrawalRow } from '../../../src/server/chain/withdrawals/withdrawal-tables.ts'
import type { Db } from '../../../src/server/database/database.ts'
import { newId } from '../../../src/server/id.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { houseAccount, openAccount, post } from '../../../src/server/ledger/ledger.ts'
import { type MemoryTreasury, memoryTreasury } from '../../fixtures/chain/memory-treasury.ts'
import { copyOf, type TestDatabase, testDatabase } from '../../fixtures/postgres.ts'
import { newUser } from '../../fixtures/wallet/deposit-world.ts'

// A wallet of ours in memory, two customers with money, and a database that holds what becomes of them.

let database: TestDatabase
export let db: Db

/** Opens the database of all histories: once for a file, before its tests. */
export async function open() {
  database = await testDatabase()
  db = database.db
}

/** Closes it when its books still agree, after the tests. */
export async function close() {
  expect((await checkLedger(db)).disagreement).toBeNull()
  await database.close()
}

/** Does this in a copy of the database as it is now; what `meanwhile` does is in the books of the original alone. */
export async function inCopy<T>(meanwhile: () => Promise<T>, work: (told: T) => Promise<void>) {
  const [original, copy] = [db, await copyOf(db)]
  try {
    const told = await meanwhile()
    db = copy.db
    await work(told)
    expect((await checkLedger(db)).disagreement).toBeNull()
  } finally {
    db = original
    await copy.close()
  }
}

export const confirmations = 3
export const wealth = { USDT: 60_000_000_000n, ETH: 1_000_000_000n } as const
export const coins = ['USDT', 'ETH'] as const

export interface History {
  node: MemoryTreasury
  /** What the wallet was given. */
  given: Record<(typeof coins)[number], bigint>
  customers: { userId: string; address: string }[]
  pay(db?: Db): Promise<void>
}

let networks = 0

export async function begin(): Promise<History> {
  const node = memoryTreasury({ network: `M${++networks}`, confirmations })
  const { treasury } = node
  const customers = []
  for (let i = 0; i < 2; i++) customers.push(await customerOf(treasury.network))
  const books = withdrawalBooks(treasury)
  const reading = { chain: node.chain, books: depositBooks(treasury), isSandbox: false }
  const read = async () => {
    while ((await readOn({ db, ...reading })) === 'went_back');
  }
  const history: History = {
    node,
    given: { USDT: 0n, ETH: 0n },
    customers,
    async pay(asked = db) {
      // A payer that is killed goes on from what the reader has read before.
      if (asked === db) await read()
      for (const work of [payOn, bookNonceFees])
        await work({ db: asked, treasury, books }).catch(error =>
          expect(String(error)).toMatch(/killed|the node is silent|to the reader and|missing trie node/),
        )
    },
  }
  give(history, 'USDT', 20_000_000_000n)
  give(history, 'ETH', 500_000_000n)
  return history
}

async function customerOf(network: string) {
  const userId = await newUser(db)
  for (const currency of coins) {
    const accountId = await openAccount(db, { kind: 'wallet', ownerId: userId, currency })
    const chain = await houseAccount(db, { code: 'chain', currency })
    const amountMinor = wealth[currency]
    await post(db, {
      idempotencyKey: `test:${newId()}`,
      reason: 'deposit',
      entries: [
        { accountId: chain, amountMinor: -amountMinor },
        { accountId, amountMinor },
      ],
    })
  }
  const address = getAddress(`0x${randomBytes(20).toString('hex')}`)
  await saveToAddressBook(db, { userId, network, address, label: 'Own', waitSeconds: 0 })
  return { userId, address }
}

export function give({ node, given }: History, currency: 'USDT' | 'ETH', amountMinor: bigint) {
  node.fund(currency, amountMinor)
  given[currency] += amountMinor
}

/** Enough time passes for everything that waits, in which many rounds of paying find the node well; here one stands for them. */
export async function later({ node, pay }: History) {
  const { network } = node.treasury
  node.silence(0)
  node.lag()
  await pay()
  await sql`update withdrawals set sent_at = sent_at - interval '1 hour', dead_at = dead_at - interval '1 hour'
    where network = ${network} and status in ('sent', 'confirming')`.execute(db)
  await sql`update withdrawal_attempts a set created_at = a.created_at - interval '1 hour',
    broadcast_at = a.broadcast_at - interval '1 hour'
    from withdrawals w where w.id = a.withdrawal_id and w.network = ${network}`.execute(db)
  await sql`update nonce_fillers set created_at = created_at - interval '1 hour',
    broadcast_at = broadcast_at - interval '1 hour' where network = ${network}`.execute(db)
  await sql`update users set hold_until = null
    where id in (select user_id from withdrawals where network = ${network})`.execute(db)
}

export const rowsOf = (network: string) =>
  db.selectFrom('withdrawals').selectAll().where('network', '=', network).orderBy('id').execute()

export async function nothingsOf({ id }: WithdrawalRow): Promise<unknown[]> {
  return await db
    .selectFrom('withdrawal_attempts')
    .select('number')
    .where('withdrawal_id', '=', id)
    .where('pays_nothing', '=', true)
    .execute()
}

export async function hashesOf({ id }: WithdrawalRow): Promise<string[]> {
  const rows = await db
    .selectFrom('withdrawal_attempts')
    .select('tx_hash')
    .where('withdrawal_id', '=', id)
    .execute()
  return rows.map(({ tx_hash }) => tx_hash)
}

export const stepsOf = async ({ bill_id }: WithdrawalRow) => {
  const { steps } = await db
    .selectFrom('bills')
    .select('steps')
    .where('id', '=', bill_id)
    .executeTakeFirstOrThrow()
  return steps.map(({ what }) => what)
}
