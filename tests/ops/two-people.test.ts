import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../src/server/id.ts'
import { operatorName } from '../../src/server/ops/desk.ts'
import { withSecond } from '../../src/server/ops/two-people.ts'
import { agedAudits, desk, deskOn } from '../fixtures/ops/desk.ts'
import { testDatabase } from '../fixtures/postgres.ts'
import { throughout } from '../fixtures/throughout.ts'
import { newUser } from '../fixtures/wallet/deposit-world.ts'

const database = throughout(testDatabase)

/** Something that can be done once: a customer's name is set. */
async function once(operator: string, userId: string, name = 'Ann') {
  const deed = { operator, verb: 'user.name', subject: userId, detail: { name } }
  return await withSecond(database.db, deed, async db => {
    const { rows } = await sql`
      update users set nickname = ${name} where id = ${userId} and nickname is null returning id`.execute(db)
    if (rows.length === 0) throw new Error('done already')
  })
}

const nameOf = async (userId: string) =>
  (await database.db.selectFrom('users').select('nickname').where('id', '=', userId).executeTakeFirst())
    ?.nickname ?? null

const auditsOf = (subject: string) =>
  database.db
    .selectFrom('told_audits')
    .select(['verb', 'operator', 'detail'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()

describe('the name of an operator', () => {
  test.each(['Ann', ' ann', 'ann ', 'ANN', 'ａｎｎ'])('is one however it is written: %j', given => {
    expect(operatorName(given)).toBe('ann')
  })

  test.each(['王芳', 'o.smith@glaze.example', 'ann smith-jones'])('is theirs: %s', given => {
    expect(operatorName(given)).toBe(given)
  })

  test.each(['аnn', 'an\u200bn', 'ann\u202e', 'a\u0301nn', ' ', 'system', 'System', 'customer'])(
    'is none that looks like another, or is in the audit for what nobody did: %j',
    given => {
      expect(() => operatorName(given)).toThrow('OPERATOR')
    },
  )
})

test('one operator who writes their name in two ways is one at the desk', async () => {
  const at = await deskOn(database.db)
  const userId = await newUser(database.db)
  await at('ann')('users', 'freeze', userId, '--reason', 'asked')
  const ask = (operator: string) => at(operator)('users', 'unfreeze', userId, '--reason', 'fine')
  expect((await ask('ann')).rows).toMatchObject([{ isLifted: false }])
  for (const again of ['Ann', ' ann ', 'ａnn', 'system', 'аnn'])
    expect(await ask(again)).toMatchObject({ isFailed: true })
  expect((await ask('bob')).rows).toMatchObject([{ isLifted: true }])
})

describe('what takes two people', () => {
  test('is refused at once when it could not be done, and leaves nothing behind', async () => {
    const nobody = newId()
    await expect(once('ann', nobody)).rejects.toThrow('done already')
    expect(await auditsOf(nobody)).toEqual([])
  })

  test('is not done by one, not by one twice, and not by two who want different things', async () => {
    const userId = await newUser(database.db)
    expect(await once('ann', userId)).toEqual({ isDone: false, result: null })
    await expect(once('ann', userId)).rejects.toThrow('another operator')
    expect(await once('bob', userId, 'Bob')).toEqual({ isDone: false, result: null })
    expect(await nameOf(userId)).toBeNull()
  })

  test('is done by the second, and the audit names both', async () => {
    const userId = await newUser(database.db)
    await once('ann', userId)
    expect(await once('bob', userId)).toMatchObject({ isDone: true })
    expect(await nameOf(userId)).toBe('Ann')
    expect(await auditsOf(userId)).toEqual([
      { verb: 'user.name.asked', operator: 'ann', detail: { name: 'Ann' } },
      { verb: 'user.name', operator: 'bob', detail: { name: 'Ann', first: 'ann' } },
    ])
  })

  test('asks nobody for what is found done, and says how it ended', async () => {
    const userId = await newUser(database.db)
    const deed = { operator: 'bob', verb: 'user.name', subject: userId }
    const never = () => Promise.reject(new Error('done again'))
    const found = await withSecond(database.db, deed, never, async () => 'Ann')
    expect(found).toEqual({ isDone: true, result: 'Ann' })
    expect(await auditsOf(userId)).toEqual([])
  })

  test('is done once when several ask at the same moment', async () => {
    const userId = await newUser(database.db)
    const asked = ['ann', 'bob', 'cat', 'dan', 'eve'].map(operator => once(operator, userId))
    const done = (await Promise.allSettled(asked)).map(each =>
      each.status === 'rejected' ? 'refused' : each.value.isDone ? 'done' : 'asked',
    )
    expect(done.sort()).toEqual(['asked', 'done', 'refused', 'refused', 'refused'])
    expect((await auditsOf(userId)).map(({ verb }) => verb)).toEqual(['user.name.asked', 'user.name'])
  })
})

describe('ops approvals list', () => {
  const listed = async (operator: string, subject: string) => {
    const { rows } = await desk(database.url, { GLAZE_STATE: '/nowhere' })(operator)('approvals', 'list')
    return rows.filter(row => row.subject === subject)
  }

  test('shows what one has asked for, to whom it is theirs, until a second one asks for the same', async () => {
    const userId = await newUser(database.db)
    await once('ann', userId)
    await once('bob', userId, 'Bob')
    const waiting = [
      { verb: 'user.name', first: 'ann', detail: { name: 'Ann' }, isYours: true },
      { verb: 'user.name', first: 'bob', detail: { name: 'Bob' }, isYours: false },
    ]
    expect(await listed('ann', userId)).toMatchObject(waiting)
    await once('cat', userId)
    expect(await listed('ann', userId)).toEqual([])
  })

  test('shows nothing that a second one would be too late for', async () => {
    const userId = await newUser(database.db)
    await once('ann', userId)
    expect(await listed('bob', userId)).toHaveLength(1)
    await agedAudits(database.db, userId)
    expect(await listed('bob', userId)).toEqual([])
  })
})
