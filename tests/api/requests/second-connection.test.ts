import { expect, test } from 'vitest'
import { type Db, transaction } from '../../../src/server/database/database.ts'
import { newId } from '../../../src/server/id.ts'
import { balanceOf } from '../../../src/server/ledger/ledger.ts'
import { withSecond } from '../../../src/server/ops/two-people.ts'
import { testDatabase } from '../../fixtures/postgres.ts'
import { watchConnections } from '../../fixtures/second-connection.ts'
import { throughout } from '../../fixtures/throughout.ts'

const database = throughout(testDatabase)

test('what the server asks beside its own transaction is found; within, after it, or of a test, it is not', async () => {
  const { db, found } = watchConnections(database.db)
  const ask = (asked: Db) => balanceOf(asked, newId()).catch(() => {})
  const inside = (work: (db: Db) => Promise<unknown>) =>
    withSecond(db, { operator: 'mei', verb: 'look', subject: newId() }, work)

  await inside(ask)
  await inside(within => transaction(within, ask))
  await transaction(db, () => ask(db))
  await ask(db)
  expect([...found]).toEqual([])

  await inside(() => ask(db))
  expect(found).toContainEqual(expect.stringContaining('src/server/ledger/'))
  found.clear()
  await inside(() => inside(ask))
  expect([...found]).toEqual([expect.stringContaining('src/server/ops/two-people.ts')])
})
