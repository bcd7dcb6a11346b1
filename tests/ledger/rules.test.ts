import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../src/server/database/database.ts'
import { newId } from '../../src/server/id.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { capture, hold, houseAccount, post, reverse } from '../../src/server/ledger/ledger.ts'
import { expectBooksAgree, funded, move, newKey } from '../fixtures/ledger/world.ts'
import { type TestDatabase, testDatabase } from '../fixtures/postgres.ts'

let database: TestDatabase
let db: Db
let root: pg.Client
let wallet: string
let card: string
let house: string
let other: string
let holdId: string
let transferId: string

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  house = await houseAccount(db, { code: 'chain', currency: 'USD' })
  other = await houseAccount(db, { code: 'fees', currency: 'USD' })
  root = new pg.Client({ connectionString: database.url })
  await root.connect()
})
beforeEach(async () => {
  wallet = await funded(db, 1_000n, { currency: 'USD' })
  card = await funded(db, 1_000n, { kind: 'card', currency: 'USD' })
  const request = { accountId: card, amountMinor: 100n, idempotencyKey: newKey(), reason: 'authorization' }
  holdId = (await hold(db, request)).holdId
  const entries = move(wallet, card, 10n)
  transferId = (await post(db, { idempotencyKey: newKey(), reason: 'recharge', entries })).transferId
})
afterAll(async () => {
  await expectBooksAgree(db)
  await root.end()
  await database.close()
})

const hash = `'\\x${'00'.repeat(32)}'::bytea`
const newTransfer = (id: string, count = 2, reverses = 'null') =>
  `insert into transfers (id, idempotency_key, request_hash, reason, reverses_id, is_forced, entry_count)
   values ('${id}', '${id}', ${hash}, 'by hand', ${reverses}, false, ${count})`
const newEntries = (id: string, ...lines: [account: string, amount: number][]) =>
  `insert into entries (transfer_id, account_id, amount_minor) values ${lines
    .map(([account, amount]) => `('${id}', '${account}', ${amount})`)
    .join(', ')}`
const together = (a: string, b: string) => `with a as (${a}) ${b}`

describe('the database refuses, even to a superuser', () => {
  const id = newId()
  test.each<[string, () => string]>([
    ['an edited transfer', () => `update transfers set reason = 'other' where id = '${transferId}'`],
    ['a deleted transfer', () => `delete from transfers where id = '${transferId}'`],
    ['emptied transfers', () => 'truncate transfers cascade'],
    ['an edited entry', () => `update entries set amount_minor = 1 where transfer_id = '${transferId}'`],
    ['a deleted entry', () => `delete from entries where transfer_id = '${transferId}'`],
    ['emptied entries', () => 'truncate entries'],
    ['an edited hold change', () => `update hold_changes set amount_minor = 1 where hold_id = '${holdId}'`],
    ['a deleted hold change', () => `delete from hold_changes where hold_id = '${holdId}'`],
    ['an edited balance', () => `update accounts set balance_minor = 5000 where id = '${wallet}'`],
    ['another owner', () => `update accounts set owner_id = '${newId()}' where id = '${wallet}'`],
    ['a deleted account', () => `delete from accounts where id = '${house}'`],
    [
      'an edited hold',
      () => `update holds set remaining_minor = 0, state = 'released' where id = '${holdId}'`,
    ],
    ['a deleted hold', () => `delete from holds where id = '${holdId}'`],
    [
      'an account born rich',
      () =>
        `insert into accounts (id, kind, code, owner_id, currency, balance_minor)
         values ('${newId()}', 'wallet', '', '${newId()}', 'USD', 5)`,
    ],
    ['a transfer without entries', () => newTransfer(id)],
    ['an unbalanced transfer', () => together(newTransfer(id), newEntries(id, [wallet, -5], [house, 4]))],
    [
      'fewer entries than announced',
      () => together(newTransfer(id, 3), newEntries(id, [wallet, -5], [house, 5])),
    ],
    ['an entry on no account', () => together(newTransfer(id), newEntries(id, [wallet, -5], [newId(), 5]))],
    ['an entry of no transfer', () => newEntries(id, [wallet, -5], [house, 5])],
    ['later entries of a transfer', () => newEntries(transferId, [house, -5], [other, 5])],
    ['an overdraft', () => together(newTransfer(id), newEntries(id, [wallet, -5000], [house, 5000]))],
    ['spending what is held', () => together(newTransfer(id), newEntries(id, [card, -950], [house, 950]))],
    [
      'a reversal that is no mirror',
      () => together(newTransfer(id, 2, `'${transferId}'`), newEntries(id, [wallet, 9], [card, -9])),
    ],
    [
      'a hold change of more than there is',
      () => `insert into hold_changes (hold_id, kind, amount_minor) values ('${holdId}', 'release', -101)`,
    ],
  ])('%s', async (_what, statement) => {
    await expect(root.query(statement())).rejects.toMatchObject({
      code: expect.stringMatching(/^(GL00\d|23514)$/),
    })
    await expectBooksAgree(db)
  })
})

describe('the check finds what was tampered with past every rule', () => {
  const tamper: [what: string, rule: string, id: () => string, statement: () => string][] = [
    [
      'an amount',
      'a transfer is as it was asked for',
      () => transferId,
      () =>
        `update entries set amount_minor = amount_minor + 1 where transfer_id = '${transferId}' and account_id = '${wallet}'`,
    ],
    [
      'both amounts, and the balances with them',
      'a transfer is as it was asked for',
      () => transferId,
      () => `update entries set amount_minor = amount_minor * 2 where transfer_id = '${transferId}';
        update accounts set balance_minor = balance_minor - 10 where id = '${wallet}';
        update accounts set balance_minor = balance_minor + 10 where id = '${card}'`,
    ],
    [
      'a reason',
      'a transfer is as it was asked for',
      () => transferId,
      () => `update transfers set reason = 'gift' where id = '${transferId}'`,
    ],
    [
      'an entry removed',
      'a transfer is as it was asked for',
      () => transferId,
      () => `delete from entries where transfer_id = '${transferId}' and account_id = '${wallet}'`,
    ],
    [
      'a transfer removed',
      'an entry has its transfer and its account',
      () => transferId,
      () => `delete from transfers where id = '${transferId}'`,
    ],
    [
      'a balance',
      'a balance is the sum of its entries',
      () => wallet,
      () => `update accounts set balance_minor = balance_minor + 1 where id = '${wallet}'`,
    ],
    [
      'a held amount',
      'what an account holds back is the sum of its open holds',
      () => card,
      () => `update accounts set held_minor = 0 where id = '${card}'`,
    ],
    [
      'a hold',
      'what remains of a hold is the sum of its changes',
      () => holdId,
      () =>
        `update holds set remaining_minor = 0, state = 'released', closed_at = now() where id = '${holdId}'`,
    ],
    [
      'a shortfall',
      'available is below zero by the shortfall alone, and on cards alone',
      () => card,
      () => `update accounts set shortfall_minor = 50 where id = '${card}'`,
    ],
  ]

  test.each(tamper)('%s', async (_what, rule, id, statement) => {
    const undone = new Error('undone')
    const tampering = db.transaction().execute(async db => {
      await sql`set local session_replication_role = replica`.execute(db)
      for (const part of statement().split(';')) await sql.raw(part).execute(db)
      expect((await checkLedger(db)).disagreement).toMatchObject({ rule, id: id() })
      throw undone
    })
    await expect(tampering).rejects.toBe(undone)
  })
})

test('the check counts what it saw, after captures and reversals too', async () => {
  const entries = move(card, house, 60n)
  await capture(db, { holdId, idempotencyKey: newKey(), reason: 'clearing', entries })
  await reverse(db, { transferId, idempotencyKey: newKey(), reason: 'undo' })
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from entries`.execute(db)
  const report = await checkLedger(db)
  expect(report).toMatchObject({ entries: rows[0]?.n, disagreement: null })
  expect(report.transfers * 2n).toBe(report.entries)
})
