import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { forgetPerson } from '../../src/server/across/forget-person.ts'
import { audit } from '../../src/server/audits/audit.ts'
import { checkAudits } from '../../src/server/audits/chain.ts'
import { type Db, openDatabase } from '../../src/server/database/database.ts'
import { migrate } from '../../src/server/database/migrate.ts'
import { newId } from '../../src/server/id.ts'
import { desk } from '../fixtures/ops/desk.ts'
import { emptyDatabase, testDatabase } from '../fixtures/postgres.ts'
import { throughout } from '../fixtures/throughout.ts'
import { newUser } from '../fixtures/wallet/deposit-world.ts'

const database = throughout(testDatabase)
let at: ReturnType<typeof desk>
beforeAll(async () => {
  at = desk(database.url, { GLAZE_STATE: '/nowhere' })
})

const note = 'Mrs Chen called from her new house.'

async function deleted(db: Db, userId: string) {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  await forgetPerson(db, user)
}

/** Whether these words stand anywhere in what is kept of operators' deeds. */
async function isKept(db: Db, words: string): Promise<boolean> {
  const { rows } = await sql`
    select from audits a left join audit_notes n on n.audit_id = a.id
    where a::text like ${`%${words}%`} or n::text like ${`%${words}%`}`.execute(db)
  return rows.length > 0
}

/** As the owner of the database might, who can do anything. */
async function tamper(db: Db, change: ReturnType<typeof sql>) {
  for (const table of ['audits', 'audit_notes'])
    await sql.raw(`alter table ${table} disable trigger user`).execute(db)
  await change.execute(db)
  for (const table of ['audits', 'audit_notes'])
    await sql.raw(`alter table ${table} enable trigger user`).execute(db)
}

const brokenAt = async (db: Db) => (await checkAudits(db)).brokenAt

describe('what an operator writes', () => {
  test('is read with the deed, stands beside it, and goes with its customer while the chain stays', async () => {
    const { db } = database
    const userId = await newUser(db)
    await at('ann')('users', 'freeze', userId, '--reason', note)
    const read = async () => (await at('ben')('audits', 'list', '--subject', userId)).rows
    expect(await read()).toMatchObject([{ verb: 'user.freeze', detail: JSON.stringify({ reason: note }) }])
    expect(
      (await db.selectFrom('audits').select('detail').where('subject', '=', userId).execute())[0],
    ).toEqual({
      detail: { words: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    await deleted(db, userId)
    expect(await isKept(db, note)).toBe(false)
    expect(await read()).toMatchObject([{ verb: 'user.freeze' }])
    expect(await brokenAt(db)).toBeNull()
  })

  test('of an alarm about a customer is theirs, too, and of nobody stays', async () => {
    const { db } = database
    const userId = await newUser(db)
    const alarm = async (subject: string, detail: object) => {
      const id = newId()
      const row = {
        id,
        kind: 'card_differs',
        subject,
        detail: JSON.stringify(detail),
        created_at: new Date(),
      }
      await db
        .insertInto('alarms')
        .values(row as never)
        .execute()
      await at('ann')('alarms', 'close', id, '--note', `${note} ${subject}`)
    }
    await alarm('first', { userId })
    await alarm(`over_here:${userId}`, {})
    await alarm('second', {})
    await deleted(db, userId)
    expect([await isKept(db, `${note} first`), await isKept(db, `${note} over`)]).toEqual([false, false])
    expect(await isKept(db, `${note} second`)).toBe(true)
  })

  test('of somebody who is gone already is about nobody, and stays', async () => {
    const { db } = database
    const userId = await newUser(db)
    await deleted(db, userId)
    const words = { note: 'What came to the old address went to the state.' }
    await audit(db, { operator: 'ann', verb: 'alarm.close', subject: userId, words })
    expect(await isKept(db, words.note)).toBe(true)
    // Nothing of it is forgotten with them: they are forgotten already.
    const { rows } = await sql`select user_id from audit_notes where words = ${words}::jsonb`.execute(db)
    expect(rows).toEqual([{ user_id: null }])
  })

  test('is neither changed nor taken away, and shows where somebody could', async () => {
    const { db } = database
    const [userId, detail] = [await newUser(db), { code: 7 }]
    await audit(db, { operator: 'ann', verb: 'user.test', subject: userId, detail, words: { note } })
    for (const change of [
      sql`update audit_notes set words = '{"note": "x"}'`,
      sql`delete from audit_notes`,
      sql`truncate audit_notes`,
    ])
      await expect(change.execute(db)).rejects.toMatchObject({ code: 'GL001' })
    const [last] = await db
      .selectFrom('audits')
      .select(['id', 'number'])
      .orderBy('number', 'desc')
      .limit(1)
      .execute()
    for (const [change, back] of [
      [
        sql`update audit_notes set words = '{"note": "x"}'`,
        sql`update audit_notes set words = ${{ note }}::jsonb`,
      ],
      [sql`update audit_notes set words = null, salt = null`, null],
    ] as const) {
      await tamper(db, sql`${change} where audit_id = ${last?.id}`)
      expect(await brokenAt(db)).toBe(last?.number)
      if (back) await tamper(db, sql`${back} where audit_id = ${last?.id}`)
    }
    await deleted(db, userId)
    expect(await brokenAt(db)).toBeNull()
    await tamper(db, sql`delete from audit_notes where audit_id = ${last?.id}`)
    expect(await brokenAt(db)).toBe(last?.number)
  })
})

describe('what was written before notes stood apart', () => {
  test('is moved without breaking the chain, and goes with its customer', async () => {
    const before = await beforeNotes()
    const { db, url } = before
    const [userId, gone] = [await newUser(db), await newUser(db)]
    await sql`update users set email = null, password_hash = null, refer_code = null, deleted_at = now() where id = ${gone}`.execute(
      db,
    )
    const did = (verb: string, subject: string, detail: object) =>
      sql`
      insert into audits (id, operator, verb, subject, detail, created_at)
      values (${newId()}, 'ann', ${verb}, ${subject}, ${JSON.stringify(detail)}::jsonb, now())`.execute(db)
    await did('user.freeze', userId, { reason: note })
    await did('deposit.release', newId(), { reason: 'code' })
    await did('user.end-sessions', gone, { note: 'Mr Wang is abroad.', sessions: 2 })
    await did('user.change-email.asked', userId, { note, to: 'ab12' })
    const { rows } = await sql<{ hash: string }>`
      select encode(hash, 'hex') as hash from audits where number = 4`.execute(db)
    await migrate({ url })

    const head = { number: 4n, hash: rows[0]?.hash ?? '' }
    expect(await checkAudits(db, { head })).toMatchObject({ rows: 5n, brokenAt: null })
    const told = await db.selectFrom('told_audits').select('detail').orderBy('number').execute()
    expect(told.slice(0, 4).map(({ detail }) => detail)).toEqual([
      { reason: note },
      { reason: 'code' },
      { sessions: 2, words: expect.any(String) },
      { note, to: 'ab12' },
    ])
    expect(await isKept(db, 'Wang')).toBe(false)
    await deleted(db, userId)
    expect(await isKept(db, note)).toBe(false)
    expect(await checkAudits(db, { head })).toMatchObject({ brokenAt: null })
    await tamper(db, sql`update audits set detail = detail || '{"sessions": 3}' where number = 3`)
    expect(await brokenAt(db)).toBe(3n)
    await tamper(db, sql`update audits a set kept_hash = audit_hash(previous_hash, a) where number = 3`)
    expect(await brokenAt(db)).toBe(1n)
    await before.drop()
  })
})

/** A database as it was then. */
async function beforeNotes() {
  const { url, drop } = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  const all = new URL('../../src/server/migrations/', import.meta.url)
  for (const name of await readdir(all)) {
    if (name < '0066') await cp(new URL(name, all), join(folder, name))
  }
  await migrate({ url, folder: pathToFileURL(`${folder}/`) })
  await rm(folder, { recursive: true })
  const db = openDatabase({ url })
  return {
    db,
    url,
    async drop() {
      await db.destroy()
      await drop()
    },
  }
}
