import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../../src/server/database/database.ts'
import { newId } from '../../src/server/id.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { hashOfDay } from '../../src/server/ledger/day-hash.ts'
import { sealDays, sealOf } from '../../src/server/ledger/seals.ts'
import { hashOfTransfer } from '../../src/server/ledger/transfer.ts'
import { dayAgo, postedAt, tampered } from '../fixtures/ledger/past.ts'
import { funded, move } from '../fixtures/ledger/world.ts'
import { openPatiently, type TestDatabase, testDatabase } from '../fixtures/postgres.ts'

let database: TestDatabase
let db: Db
let from: string
let to: string

beforeEach(async () => {
  database = await testDatabase()
  db = database.db
  from = await funded(db, 1_000n)
  to = await funded(db, 0n)
})
afterEach(() => database.close())

const at = (days: number, time = '12:00:00') => `${dayAgo(days)}T${time}Z`
const write = (days: number, time?: string) => postedAt(db, { at: at(days, time), from, to })
/** Whoever writes into another database of the server is waited for, too. */
const patient = { patienceMs: 120_000 }
const seal = () => sealDays(db, patient)
const brokenDay = async () => (await checkLedger(db)).brokenDay
/** The first hour of a day may end while a test is under way. */
const daysOf = (sealed: readonly { day: string }[]) =>
  sealed.map(({ day }) => day).filter(day => day <= dayAgo(1))

/** Four days, of which the third has nothing; and today. */
async function fourDays() {
  const ids = [
    await write(5, '00:00:00'),
    await write(5, '23:59:59.999999'),
    await write(4),
    await write(2, '08:00:00.123456'),
  ]
  expect(daysOf(await seal())).toEqual([5, 4, 3, 2, 1].map(dayAgo))
  return ids as [string, string, string, string]
}

describe('days that are over', () => {
  test('are sealed once each, empty ones too, and today is not', async () => {
    expect(await seal()).toEqual([])
    await fourDays()
    expect(await seal()).toEqual([])
    const { rows } = await sql<{ day: string; counted: string }>`
      select day, transfers || ' ' || entries as counted from ledger_days
      where day <= ${dayAgo(1)}::text::date order by day`.execute(db)
    expect(rows.map(({ counted }) => counted)).toEqual(['2 4', '1 2', '0 0', '1 2', '0 0'])
    expect(await checkLedger(db)).toMatchObject({ brokenDay: null, disagreement: null })
  })

  test('are not over while one clock of two says so: the database has run ahead, or we have', async () => {
    await write(5)
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at(4, '00:59:59')) })
    onTestFinished(() => void vi.useRealTimers())
    expect(await seal()).toEqual([])
    vi.setSystemTime(new Date(at(4, '01:00:00')))
    expect(daysOf(await seal())).toEqual([dayAgo(5)])
    vi.setSystemTime(new Date(at(-9)))
    expect((await seal()).map(({ day }) => day).filter(day => day > dayAgo(0))).toEqual([])
  })

  test('have the hash that is written down, in parts of any size', async () => {
    await fourDays()
    let before = ''
    for (const day of [5, 4, 3, 2].map(dayAgo)) {
      const seal = await sealAsWritten(day, before)
      for (const batch of [1, 2, 5_000])
        expect((await hashOfDay(db, { day, before: before || null, batch })).seal).toBe(seal)
      const { rows } = await sql<{ seal: string }>`
        select encode(seal, 'hex') as seal from ledger_days where day = ${day}::text::date`.execute(db)
      expect(rows).toEqual([{ seal }])
      before = seal
    }
  })

  test('have one seal each when many nodes do it at once', async () => {
    await write(5)
    await write(3)
    const nodes = Array.from({ length: 4 }, () => openPatiently({ url: database.url, max: 2 }))
    const sealed = await Promise.all(nodes.map(node => sealDays(node, patient)))
    await Promise.all(nodes.map(node => node.destroy()))
    expect(daysOf(sealed.flat()).sort()).toEqual([5, 4, 3, 2, 1].map(dayAgo))
    expect(await checkLedger(db)).toMatchObject({ brokenDay: null, disagreement: null })
  })
})

describe('what is written late', () => {
  test('is waited for, though it was begun before midnight and is committed long after', async () => {
    await write(4)
    const writer = openPatiently({ url: database.url, max: 1 })
    let [goOn, tellWritten] = [() => {}, () => {}]
    const isHeld = new Promise<void>(resolve => {
      goOn = resolve
    })
    const isWritten = new Promise<void>(resolve => {
      tellWritten = resolve
    })
    const writing = writer.transaction().execute(async db => {
      await postedAt(db, { at: at(2, '23:59:59.999'), from, to })
      tellWritten()
      await isHeld
    })
    await isWritten
    await expect(sealDays(db, { patienceMs: 0 })).rejects.toThrow('still open')
    expect(await sealOf(db, dayAgo(4))).toBeNull()
    goOn()
    await writing
    await writer.destroy()
    expect(daysOf(await seal())).toEqual([4, 3, 2, 1].map(dayAgo))
    expect(await sealOf(db, dayAgo(2))).toMatchObject({ transfers: 1n })
    expect(await checkLedger(db)).toMatchObject({ brokenDay: null, disagreement: null })
  })

  test('into a day that is closed is refused, before it is sealed as well as after', async () => {
    await write(2)
    const elsewhere = { from: await funded(db, 10n), to: await funded(db, 0n) }
    await db.transaction().execute(async other => {
      await postedAt(other, { at: at(2), ...elsewhere })
      await expect(sealDays(db, { patienceMs: 0 })).rejects.toThrow('still open')
      await expect(write(2)).rejects.toMatchObject({ code: 'GL001' })
    })
    await seal()
    for (const days of [2, 3]) await expect(write(days)).rejects.toMatchObject({ code: 'GL001' })
    await postedAt(db, { at: new Date().toISOString(), from, to })
    expect(await checkLedger(db)).toMatchObject({ brokenDay: null, disagreement: null })
  })

  test('by a transaction that began in that day has to begin anew', async () => {
    await write(2)
    await seal()
    const old = at(2, '23:59:59')
    await sql`create schema clock`.execute(db)
    await sql`create function clock.now() returns timestamptz language sql as ${sql.lit(`select '${old}'::timestamptz`)}`.execute(
      db,
    )
    const late = db.transaction().execute(async db => {
      await sql`set local search_path to clock, public, pg_catalog`.execute(db)
      await postedAt(db, { at: old, from, to })
    })
    await expect(late).rejects.toMatchObject({ code: '40001' })
  })

  test('is refused to a transaction that cannot see what was closed', async () => {
    const blind = db.transaction().setIsolationLevel('repeatable read')
    const late = blind.execute(async db => await postedAt(db, { at: at(2), from, to }))
    await expect(late).rejects.toMatchObject({ code: 'GL001' })
  })
})

describe('the check names the first day that is not what it was', () => {
  const one = (days: number, id: string) =>
    sql`update transfers set created_at = ${at(days)} where id = ${id}`
  const changes: [string, (ids: [string, string, string, string]) => ReturnType<typeof sql>[], number][] = [
    [
      'an amount',
      ([, , id]) => [sql`update entries set amount_minor = amount_minor * 2 where transfer_id = ${id}`],
      4,
    ],
    ['a transfer taken out', ([id]) => gone(id), 5],
    ['entries taken out', ([, , , id]) => [sql`delete from entries where transfer_id = ${id}`], 2],
    ['a transfer put in', () => put(3), 3],
    ['a transfer put before the first day', () => put(9), 5],
    ['a transfer moved to the day after', ([, , id]) => [one(3, id)], 4],
    [
      'two transfers that change places',
      ([first, second]) => [
        sql`update transfers set created_at = ${at(5, '23:59:59')} where id = ${first}`,
        sql`update transfers set created_at = ${at(5, '00:00:00')} where id = ${second}`,
      ],
      5,
    ],
    ['a reason', ([, , , id]) => [sql`update transfers set reason = 'gift' where id = ${id}`], 2],
    [
      'another seal',
      () => [sql`update ledger_days set seal = sha256('') where day = ${dayAgo(3)}::text::date`],
      3,
    ],
    ['a seal taken away', () => [sql`delete from ledger_days where day = ${dayAgo(4)}::text::date`], 3],
  ]

  test.each(changes)('%s', async (_what, statements, day) => {
    const ids = await fourDays()
    await tampered(db, async db => {
      for (const statement of statements(ids)) await statement.execute(db)
    })
    expect(await brokenDay()).toBe(dayAgo(day))
  })

  test('an amount with everything that is reckoned from it', async () => {
    const [, , id] = await fourDays()
    const { idempotency_key: idempotencyKey, reason } = await db
      .selectFrom('transfers')
      .select(['idempotency_key', 'reason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const hash = hashOfTransfer({ idempotencyKey, reason, entries: move(from, to, 20n) })
    await tampered(db, async db => {
      await sql`update entries set amount_minor = amount_minor * 2 where transfer_id = ${id}`.execute(db)
      await sql`update transfers set request_hash = ${hash} where id = ${id}`.execute(db)
      await sql`update accounts set balance_minor = balance_minor - 10 where id = ${from}`.execute(db)
      await sql`update accounts set balance_minor = balance_minor + 10 where id = ${to}`.execute(db)
    })
    expect(await checkLedger(db)).toMatchObject({
      brokenDay: dayAgo(4),
      disagreement: { rule: 'a sealed day is as it was', id: dayAgo(4) },
    })
  })

  test('and the database keeps days and seals from being changed', async () => {
    await fourDays()
    for (const change of [
      sql`update ledger_days set seal = sha256('')`,
      sql`update ledger_days set day = day - 1`,
      sql`delete from ledger_days`,
      sql`truncate ledger_days cascade`,
      sql`insert into ledger_days (day) values (${dayAgo(8)}::text::date)`,
      sql`insert into ledger_days (day) values (current_date)`,
    ])
      await expect(change.execute(db)).rejects.toMatchObject({ code: 'GL001' })
    expect(await brokenDay()).toBeNull()
  })
})

const gone = (id: string) => [
  sql`delete from entries where transfer_id = ${id}`,
  sql`delete from transfers where id = ${id}`,
]

function put(days: number) {
  const id = newId()
  return [
    sql`insert into transfers (id, idempotency_key, request_hash, reason, is_forced, entry_count, created_at)
      values (${id}, ${id}, sha256(''), 'gift', false, 2, ${at(days)})`,
    sql`insert into entries (transfer_id, account_id, amount_minor) values (${id}, ${from}, -1), (${id}, ${to}, 1)`,
  ]
}

/** As `hashOfDay` says it in words, by other means. */
async function sealAsWritten(day: string, before: string): Promise<string> {
  const sha256 = (...parts: (string | Buffer)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
  const { rows: transfers } = await sql<Record<string, string>>`
    select *, created_at::text as at from transfers where created_at::date = ${day}::text::date order by created_at, id`.execute(
    db,
  )
  let seal = sha256(['day', day, before].join('\n'))
  for (const { id = '', at = '', request_hash, idempotency_key: key = '', reason = '' } of transfers) {
    const entries = await db.selectFrom('entries').selectAll().where('transfer_id', '=', id).execute()
    const lines = entries.map(({ account_id, amount_minor }) => `${account_id} ${amount_minor}`).sort()
    const [whole = '', fraction = ''] = at.replace('+00', '').split('.')
    const micros = `${Date.parse(`${whole.replace(' ', 'T')}Z`) / 1000}${fraction.padEnd(6, '0')}`
    const hash = (request_hash as unknown as Buffer).toString('hex')
    const parts = ['transfer', id, micros, hash, '', 'false', ...lines, key.length, key, reason]
    seal = sha256(seal, sha256(parts.join('\n')))
  }
  return seal.toString('hex')
}
