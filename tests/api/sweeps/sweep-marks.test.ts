import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetMarks, sweepable } from '../../../src/server/chain/sweeps/known.ts'
import { pause, resume } from '../../../src/server/chain/sweeps/pausing.ts'
import type { Db } from '../../../src/server/database/database.ts'
import { newId } from '../../../src/server/id.ts'
import { tampered } from '../../fixtures/ledger/past.ts'
import { openPatiently, type TestDatabase, testDatabase } from '../../fixtures/postgres.ts'
import { newUser } from '../../fixtures/wallet/deposit-world.ts'

const network = 'ERC20'
const all = { network, limit: 99 }
let database: TestDatabase
let db: Db
let userId: string
let addresses = 0
beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  userId = await newUser(db)
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`delete from sweep_marks`.execute(db)
})

async function newAddress(): Promise<string> {
  const address = `0x${`${++addresses}`.padStart(40, '0')}`
  await tampered(db, db =>
    db
      .insertInto('deposit_addresses')
      .values({
        address,
        network,
        derivation: addresses,
        user_id: newId(),
        card_id: null,
        created_at: new Date(),
      })
      .execute(),
  )
  return address
}

/** A deposit of so many USDT that waits for its credit; gives its id. */
async function deposit(address: string, usdt: bigint): Promise<string> {
  const id = newId()
  await sql`
    insert into deposits (id, network, tx_hash, log_index, address, user_id, currency, amount_raw, amount_minor,
      block_height, block_hash, status, seen_at)
    values (${id}, ${network}, ${id}, 0, ${address}, ${userId}, 'USDT', ${usdt * 1_000_000n}, ${usdt * 1_000_000n},
      1, 'one', 'below_min', now())`.execute(db)
  return id
}

/** As the reader does it, as far as it matters here. */
const credit = (db: Db, id: string) =>
  sql`update deposits set status = 'credited', transfer_id = ${newId()} where id = ${id}`.execute(db)

const marks = async () =>
  (await db.selectFrom('sweep_marks').select('address').distinct().orderBy('address').execute()).map(
    ({ address }) => address,
  )
const due = async () =>
  (await sweepable(db, all)).map(({ address, minor }) => `${address.slice(-2)} ${minor}`)

test('an address is looked at when something is credited there, and left alone until then', async () => {
  const [rich, poor, waiting] = [await newAddress(), await newAddress(), await newAddress()]
  await credit(db, await deposit(rich, 150n))
  await credit(db, await deposit(poor, 60n))
  const later = await deposit(waiting, 500n)
  expect(await marks()).toEqual([rich, poor])
  await forgetMarks(db, network)
  expect(await marks()).toEqual([rich])
  expect(await due()).toEqual(['01 150000000'])
  await credit(db, await deposit(poor, 40n))
  await credit(db, later)
  await forgetMarks(db, network)
  expect(await due()).toEqual(['01 150000000', '02 100000000', '03 500000000'])
  // Lost again, it is not there to be swept.
  await sql`update deposits set lost_at = now() where id = ${later}`.execute(db)
  await forgetMarks(db, network)
  expect(await marks()).toEqual([rich, poor])
})

test('what is credited while a round forgets the address is looked at in the next one', async () => {
  const address = await newAddress()
  await credit(db, await deposit(address, 50n))
  const id = await deposit(address, 70n)
  const reader = openPatiently({ url: database.url, max: 1 })
  await reader.transaction().execute(async reader => {
    await credit(reader, id)
    await forgetMarks(db, network)
    expect(await marks()).toEqual([])
  })
  await reader.destroy()
  expect(await due()).toEqual(['04 120000000'])
})

test('after a pause every address is looked at anew', async () => {
  await pause(db, { network, operator: 'ann' })
  expect(await due()).toEqual([])
  await resume(db, network)
  expect(await due()).toEqual(['01 150000000', '02 100000000', '04 120000000'])
})
