import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Db, isUniqueViolation, transaction } from '../../src/server/database/database.ts'
import { pipelined } from '../../src/server/database/pipeline.ts'
import { newId } from '../../src/server/id.ts'
import { houseAccount, openAccount, post } from '../../src/server/ledger/ledger.ts'
import { testDatabase } from '../fixtures/postgres.ts'
import { throughout } from '../fixtures/throughout.ts'

const database = throughout(testDatabase)
let db: Db
beforeAll(async () => {
  db = database.db
})

const number = async (db: Db, text: ReturnType<typeof sql<{ n: number }>>) =>
  (await text.execute(db)).rows[0]?.n

async function inOrder(numbers: readonly number[], send: (n: number) => Promise<unknown>) {
  for (const n of numbers) await send(n)
}

describe('a pipeline', () => {
  test('carries out in the order of sending, and each gets its own answer', async () => {
    const seen = await transaction(db, db =>
      pipelined(db, async db => {
        await sql`create temporary table line (n integer) on commit drop`.execute(db)
        return await Promise.all([
          number(db, sql`select count(*)::integer as n from line`),
          number(db, sql`insert into line values (7) returning n`),
          number(db, sql`select count(*)::integer as n from line`),
          number(db, sql`select sum(n)::integer as n from line`),
        ])
      }),
    )
    expect(seen).toEqual([0, 7, 1, 7])
  })

  test('that has a fault is told, and leaves the connection fit for the next', async () => {
    const faulty = transaction(db, db =>
      pipelined(db, async db => {
        await sql`create temporary table once (n integer unique) on commit drop`.execute(db)
        await Promise.all([
          sql`insert into once values (1)`.execute(db),
          sql`insert into once values (1)`.execute(db),
          sql`select 1`.execute(db),
        ])
      }),
    )
    expect(isUniqueViolation(await faulty.catch(error => error))).toBe(true)
    expect(await number(db, sql`select count(*)::integer as n from pg_class where relname = 'once'`)).toBe(0)
  })

  test('that has a fault is told by it and not by what came of it, however deep it is', async () => {
    const faulty = transaction(db, db =>
      pipelined(db, async db => {
        await sql`create temporary table once (n integer unique) on commit drop`.execute(db)
        const insert = () => sql`insert into once values (1)`.execute(db)
        const deep = async () => await Promise.all([Promise.all([insert(), insert()])])
        await Promise.all([deep(), sql`select 1`.execute(db)])
      }),
    )
    expect(isUniqueViolation(await faulty.catch(error => error))).toBe(true)
  })

  test('that has a fault sends nothing more, whatever is still to come: it would be carried out for itself', async () => {
    await sql`create table left_behind (n integer)`.execute(db)
    let branch: Promise<unknown> = Promise.resolve()
    const faulty = transaction(db, db =>
      pipelined(db, async db => {
        branch = inOrder([1, 2, 3, 4], n => sql`insert into left_behind values (${n})`.execute(db))
        await Promise.all([branch, Promise.reject(new Error('a branch fails'))])
      }),
    )
    await expect(faulty).rejects.toThrow('a branch fails')
    await branch.catch(() => {})
    expect(await number(db, sql`select count(*)::integer as n from left_behind`)).toBe(0)
  })

  test('posts under ids that others know already', async () => {
    const from = await houseAccount(db, { code: 'chain', currency: 'USDT' })
    const to = await openAccount(db, { kind: 'wallet', ownerId: newId(), currency: 'USDT' })
    const transferId = newId()
    const transfer = {
      ...{ transferId, idempotencyKey: newId(), reason: 'deposit' },
      entries: [
        { accountId: from, amountMinor: -5n },
        { accountId: to, amountMinor: 5n },
      ],
    }
    const [, posted] = await transaction(db, db =>
      pipelined(db, db => Promise.all([sql`select 1`.execute(db), post(db, transfer)])),
    )
    expect(posted).toEqual({ transferId, isReplay: false })
    expect(await post(db, { ...transfer, transferId: newId() })).toEqual({ transferId, isReplay: true })
  })

  test('is part of a transaction', async () => {
    await expect(pipelined(db, async () => {})).rejects.toThrow('transaction')
  })
})
