import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../../src/server/audits/audit.ts'
import { transaction } from '../../src/server/database/database.ts'
import { newId } from '../../src/server/id.ts'
import { desk } from '../fixtures/ops/desk.ts'
import { testDatabase } from '../fixtures/postgres.ts'
import { throughout } from '../fixtures/throughout.ts'

const database = throughout(testDatabase)
let at: ReturnType<typeof desk>
beforeAll(async () => {
  at = desk(database.url, { GLAZE_STATE: '/nowhere' })
})

const did = (subject: string, detail = {}) =>
  audit(database.db, { operator: 'ann', verb: 'user.test', subject, detail })

/** As the owner of the database might, who can do anything. */
async function tamper(change: ReturnType<typeof sql>) {
  await sql`alter table audits disable trigger user`.execute(database.db)
  await change.execute(database.db)
  await sql`alter table audits enable trigger user`.execute(database.db)
}

describe('the audit', () => {
  test('takes rows and neither changes nor loses them', async () => {
    await did('a')
    for (const change of [
      sql`update audits set operator = 'bob'`,
      sql`delete from audits`,
      sql`truncate audits cascade`,
    ]) {
      await expect(change.execute(database.db)).rejects.toMatchObject({ code: 'GL001' })
    }
    expect((await at('ann')('audits', 'check')).rows).toMatchObject([{ agrees: true, rows: '1' }])
  })

  test('is one chain without gaps, however many write at once and whoever fails', async () => {
    const work = Array.from({ length: 40 }, (_, index) =>
      transaction(database.db, async db => {
        await audit(db, {
          operator: `op${index}`,
          verb: 'user.test',
          subject: newId(),
          detail: { index, text: 'a\n"b"' },
        })
        if (index % 4 === 0) throw new Error('undone')
      }).catch(() => {}),
    )
    await Promise.all(work)
    const { rows } = await sql<{ numbers: string }>`
      select string_agg(number::text, ' ' order by number) as numbers from audits`.execute(database.db)
    expect(rows[0]?.numbers).toBe(Array.from({ length: 31 }, (_, index) => index + 1).join(' '))
    expect((await at('ann')('audits', 'check')).rows).toMatchObject([{ agrees: true, rows: '31' }])
  })

  test('tells of what is written later that it was later, however long before it began', async () => {
    await transaction(database.db, async db => {
      await sql`select from audits limit 1`.execute(db)
      await did('meanwhile')
      await audit(db, { operator: 'bob', verb: 'user.test', subject: 'begun before', detail: {} })
    })
    const { rows } = await sql<{ subject: string }>`
      select subject from audits order by created_at desc limit 2`.execute(database.db)
    expect(rows.map(({ subject }) => subject)).toEqual(['begun before', 'meanwhile'])
  })

  test('shows the first row that was changed, and one that was taken out', async () => {
    await tamper(sql`update audits set detail = '{"index": 1}' where number = 20`)
    const changed = await at('ann')('audits', 'check')
    expect(changed.rows).toMatchObject([{ agrees: false, brokenAt: '20' }])
    expect(changed.isFailed).toBe(true)
    await tamper(sql`delete from audits where number = 10`)
    expect((await at('ann')('audits', 'check')).rows).toMatchObject([{ agrees: false, brokenAt: '11' }])
    // Whoever makes the hashes anew leaves a gap.
    await tamper(sql`update audits set previous_hash = '' where number = 5`)
    expect((await at('ann')('audits', 'check')).rows).toMatchObject([{ agrees: false, brokenAt: '5' }])
    await tamper(sql`delete from audits where number between 2 and 4 or number > 5`)
    await tamper(sql`
      update audits a set previous_hash = p.hash, hash = audit_hash(p.hash, a)
      from audits p where a.number = 5 and p.number = 1`)
    expect((await at('ann')('audits', 'check')).rows).toMatchObject([{ agrees: false, brokenAt: '5' }])
  })

  test('shows by a head noted elsewhere that the chain was written anew', async () => {
    await tamper(sql`delete from audits`)
    await did('one')
    await did('two')
    const [{ head } = {}] = (await at('ann')('audits', 'check')).rows
    expect((await at('ann')('audits', 'check', `--head=${head}`)).rows).toMatchObject([{ agrees: true }])
    await tamper(sql`delete from audits`)
    await did('one')
    await did('three')
    expect((await at('ann')('audits', 'check')).rows).toMatchObject([{ agrees: true }])
    expect((await at('ann')('audits', 'check', `--head=${head}`)).rows).toMatchObject([
      { agrees: false, brokenAt: '2' },
    ])
    expect((await at('ann')('audits', 'check', '--head=2')).isFailed).toBe(true)
  })

  test('is listed newest first, by subject and operator', async () => {
    const { rows } = await at('ann')('audits', 'list', '--subject', 'three')
    expect(rows).toMatchObject([{ operator: 'ann', verb: 'user.test', subject: 'three' }])
    expect((await at('ann')('audits', 'list', '--operator', 'nobody')).rows).toEqual([])
  })
})

describe('outside of a sandbox', () => {
  const production = (told: Record<string, string> = {}) =>
    desk(database.url, { GLAZE_STATE: '/nowhere', SANDBOX: '0', ...told })('ann')
  const place = () => {
    const { host, pathname } = new URL(database.url)
    return `${host}${pathname}`
  }

  test('looking is free, and changing needs the environment by name and the database typed', async () => {
    expect((await production()('audits', 'list')).isFailed).toBe(false)
    const alarm = ['alarms', 'close', newId(), '--note', 'x']
    expect((await production()(...alarm)).said).toContain('OPS_ENVIRONMENT')
    const named = production({ OPS_ENVIRONMENT: 'production' })
    expect((await named(...alarm)).said).toContain('Not confirmed')
    expect((await named(...alarm, '--confirm=elsewhere')).said).toContain('Not confirmed')
    expect((await named(...alarm, `--confirm=${place()}`)).said).toContain('no open alarm')
  })
})
