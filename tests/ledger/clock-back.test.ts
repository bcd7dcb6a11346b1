import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../src/server/database/database.ts'
import { postBatch } from '../../src/server/ledger/batch.ts'
import { hashOfDay } from '../../src/server/ledger/day-hash.ts'
import { historyOf } from '../../src/server/ledger/history.ts'
import { capture, hold, lockBalances, post, postAll, reverse } from '../../src/server/ledger/ledger.ts'
import { sealDays, sealOf } from '../../src/server/ledger/seals.ts'
import { tampered } from '../fixtures/ledger/past.ts'
import { expectBooksAgree, funded, move, newKey } from '../fixtures/ledger/world.ts'
import { openPatiently, type TestDatabase, testDatabase } from '../fixtures/postgres.ts'

// The clock of the database was ahead over midnight, or has gone back over it: the day that it shows is closed, and sealed.

let database: TestDatabase
let db: Db
let from: string
let to: string
const today = Date.now()
beforeEach(async () => {
  database = await testDatabase()
  db = database.db
  from = await funded(db, 0n)
  to = await funded(db, 0n)
})
afterEach(async () => {
  await expectBooksAgree(db)
  await database.close()
})

const day = (ahead: number) => new Date(today + ahead * 24 * 3600_000).toISOString().slice(0, 10)
const midnight = (ahead: number) => new Date(`${day(ahead)}T00:00:00Z`)
const patient = { patienceMs: 120_000 }

/** The next day of the books is closed, by a clock that nobody here has. */
const close = (ahead: number) =>
  tampered(db, db => sql`insert into ledger_days (day) values (${day(ahead)}::text::date)`.execute(db))

/** All days up to so many from today are closed and sealed. */
async function sealedUpTo(ahead: number) {
  for (let one = -1; one <= ahead; one++) await close(one)
  await sealDays(db, patient)
}

const give = (amountMinor: bigint) => ({
  idempotencyKey: newKey(),
  reason: 'gift',
  entries: move(from, to, amountMinor),
})

/** One of everything that books. */
async function bookAll() {
  from = await funded(db, 100n)
  const { transferId } = await post(db, give(10n))
  await reverse(db, { transferId, idempotencyKey: newKey(), reason: 'mistake' })
  await postAll(db, [give(1n), give(2n)])
  const held = { accountId: from, amountMinor: 5n, idempotencyKey: newKey(), reason: 'gift' }
  const { holdId } = await hold(db, held)
  await capture(db, { ...give(5n), holdId })
}

async function daysBooked(): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (created_at at time zone 'UTC')::date as day from transfers order by day`.execute(db)
  return rows.map(({ day }) => day)
}

test.each([0, 1])(
  'what is booked comes into the first day that is open, %s days from a closed one',
  async ahead => {
    await sealedUpTo(ahead)
    await bookAll()
    expect(await daysBooked()).toEqual([day(ahead + 1)])
    await expectBooksAgree(db)
    await close(ahead + 1)
    await sealDays(db, { ...patient, batch: 2 })
    expect(await sealOf(db, day(ahead + 1))).toMatchObject({ transfers: 6n, entries: 12n })
    const { seal: before } = (await sealOf(db, day(ahead))) ?? { seal: null }
    const hashes = [1, 2, 3, 6, 7].map(batch => hashOfDay(db, { day: day(ahead + 1), before, batch }))
    for (const hash of await Promise.all(hashes)) expect(await sealOf(db, day(ahead + 1))).toMatchObject(hash)
  },
)

test('the history of an account has it in that day, and adds up before and after', async () => {
  await sealedUpTo(1)
  await bookAll()
  const seen = []
  for (const [since, until] of [
    [-9, 2],
    [0, 1],
    [2, 3],
    [-9, 9],
    [3, 4],
  ] as const) {
    const period = { from: midnight(since), until: midnight(until), limit: 99 }
    const history = await historyOf(db, { accountId: to, ...period })
    seen.push([history?.openingMinor, history?.entries.length, history?.closingMinor])
  }
  expect(seen).toEqual([
    [0n, 0, 0n],
    [0n, 0, 0n],
    [0n, 5, 8n],
    [0n, 5, 8n],
    [8n, 0, 8n],
  ])
})

test('what was ahead by more than two days leaves no day to book on', async () => {
  await sealedUpTo(3)
  await expect(funded(db, 10n)).rejects.toMatchObject({ code: '40001' })
  expect(await daysBooked()).toEqual([])
})

test('nothing is given into a closed day by hand, whatever the clock says', async () => {
  await sealedUpTo(0)
  from = await funded(db, 10n)
  const into = (at: Date) => sql`
    with t as (insert into transfers (id, idempotency_key, request_hash, reason, is_forced, entry_count, created_at)
      values (gen_random_uuid(), 'by hand', sha256(''), 'gift', false, 2, ${at}) returning id)
    insert into entries (transfer_id, account_id, amount_minor)
    select id, ${from}::uuid, -1 from t union all select id, ${to}::uuid, 1 from t`
  await expect(into(midnight(0)).execute(db)).rejects.toMatchObject({ code: 'GL001' })
  await expect(into(new Date(midnight(1).getTime() - 1)).execute(db)).rejects.toThrow('of the books is over')
})

test('a day is not sealed while somebody may still be booking into it ahead of time', async () => {
  await sealedUpTo(0)
  from = await funded(db, 10n)
  const other = openPatiently({ url: database.url, max: 1 })
  await other.transaction().execute(async other => {
    await post(other, give(1n))
    await close(1)
    await expect(sealDays(db, { patienceMs: 0 })).rejects.toThrow('still open')
    // Who comes now finds this day closed as well.
    await post(db, { ...give(1n), entries: move(await funded(db, 5n), await funded(db, 0n), 1n) })
  })
  await other.destroy()
  await sealDays(db, patient)
  expect(await sealOf(db, day(1))).toMatchObject({ transfers: 2n })
  expect(await daysBooked()).toEqual([day(1), day(2)])
})

describe('many transfers of one statement', () => {
  const batch = () => [give(1n), give(2n), give(3n), give(4n)]

  test('ask once which day is open', async () => {
    from = await funded(db, 100n)
    await sql`create sequence asked`.execute(db)
    const { rows } = await sql<{ text: string }>`
      select pg_get_functiondef('booking_time'::regproc) as text`.execute(db)
    const counted = rows[0]?.text.replace('begin\n', "begin\n  perform nextval('asked');\n") ?? ''
    await sql.raw(counted).execute(db)
    await postBatch(db, batch())
    expect((await sql<{ last_value: bigint }>`select last_value from asked`.execute(db)).rows).toEqual([
      { last_value: 1n },
    ])
  })

  test('that wait while their day is closed come into the next one, all of them', async () => {
    from = await funded(db, 100n)
    await sealedUpTo(-1)
    const other = openPatiently({ url: database.url, max: 1 })
    let posting: Promise<unknown> = Promise.resolve()
    await other.transaction().execute(async other => {
      await lockBalances(other, [from])
      posting = postBatch(db, batch())
      await expect.poll(() => isWaited(other), { timeout: 60_000 }).toBe(true)
      await sql`set local session_replication_role = replica`.execute(other)
      await sql`insert into ledger_days (day) values (${day(0)}::text::date)`.execute(other)
    })
    await posting
    await other.destroy()
    const { rows } = await sql<{ day: string; count: bigint }>`
      select (created_at at time zone 'UTC')::date as day, count(*) as count from transfers
      where reason = 'gift' group by day`.execute(db)
    expect(rows).toEqual([{ day: day(1), count: 4n }])
  })

  test('of which the day is closed in that very moment are refused together, and can be posted anew', async () => {
    from = await funded(db, 100n)
    await sealedUpTo(-1)
    // Who is asked says the day that was open, and somebody closes it before a row is there.
    await sql`create or replace function booking_time(p_now timestamptz) returns timestamptz language plpgsql as
      $$ begin return p_now; end $$`.execute(db)
    await close(0)
    await expect(postBatch(db, batch())).rejects.toMatchObject({ code: '40001' })
    expect(await daysBooked()).toEqual([day(0)])
  })
})

/** Whether somebody in this database waits for a lock. */
async function isWaited(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
