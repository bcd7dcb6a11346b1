import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Output } from '../../../src/contract/call.ts'
import { parse } from '../../../src/contract/money.ts'
import { get, list } from '../../../src/contract/proof.ts'
import { type Commitment, checkProof } from '../../../src/contract/proof-tree.ts'
import { userById } from '../../../src/server/account/users.ts'
import { forgetPerson } from '../../../src/server/across/forget-person.ts'
import { transaction } from '../../../src/server/database/database.ts'
import { proveSealedDays } from '../../../src/server/jobs/prove-days.ts'
import { houseAccount, openAccount } from '../../../src/server/ledger/ledger.ts'
import { sealDays } from '../../../src/server/ledger/seals.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { dayAgo, postedAt } from '../../fixtures/ledger/past.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

let tested: TestWorld
let lin: TestCustomer
let wang: TestCustomer
const day = dayAgo(2)

beforeAll(async () => {
  tested = await startWorld()
  lin = await newCustomer(tested)
  wang = await newCustomer(tested)
  const { db } = tested.world
  const from = await houseAccount(db, { code: 'chain', currency: 'USDT' })
  for (const [{ userId }, amountMinor] of [
    [lin, 12_500_000n],
    [wang, 12_500_000n],
  ] as const) {
    const to = await openAccount(db, { kind: 'wallet', ownerId: userId, currency: 'USDT' })
    await postedAt(db, { at: `${day}T10:00:00Z`, from, to, amountMinor })
  }
  await sealDays(db, { patienceMs: 120_000 })
  await db
    .insertInto('proof_days')
    .values({ day, secret: Buffer.alloc(32, 7) })
    .execute()
  await proveSealedDays.run(tested.world)
})
afterAll(() => tested.close())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const days = async () => (await tested.succeed(list, { pageSize: 31, page: 1 })).list
const proofFor = (customer: TestCustomer, asked: object = {}) =>
  tested.succeed(get, { day, currency: 'USDT', ...asked }, customer.token)

/** What was published, as the app takes it from the list. */
async function published(): Promise<Commitment> {
  const found = (await days()).find(one => one.day === day)
  const coin = found?.coins.find(({ currency }) => currency === 'USDT')
  if (!found || !coin) throw new Error('the day is not published')
  return { ...coin, day, seal: found.seal, totalMinor: parse(coin.owed, 'USDT') ?? 0n }
}

/** Makes what is never changed another one, as a hand in the database might. */
const withSecret = (byte: number) =>
  transaction(tested.world.db, async db => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`update proof_days set secret = ${Buffer.alloc(32, byte)} where day = ${day}`.execute(db)
  })

const verdictOn = async ({ proof }: Output<typeof get>) =>
  (await checkProof(proof, await published(), sha256)).verdict

describe('what is published', () => {
  test('is there for everybody, newest first, and may be kept for a while', async () => {
    const [newest] = await days()
    expect((newest?.day ?? '') > day).toBe(true)
    expect(newest?.coins.map(({ currency }) => currency)).toEqual([
      'USDT',
      'USDC',
      'ETH',
      'BTC',
      'TRX',
      'USD',
    ])
    expect(await published()).toMatchObject({ totalMinor: 25_000_000n })
    const { headers } = await tested.http.inject({ url: '/api/common/proof/list/1/1' })
    expect(headers['cache-control']).toBe('public, max-age=300')
    expect((await tested.succeed(list, { pageSize: 1, page: 9 })).list).toEqual([])
  })
})

describe('what is held on chain', () => {
  test('stands beside what is owed, in percent rounded down, and is not known where it was not read', async () => {
    const { db } = tested.world
    await sql`
      insert into chain_holdings (day, currency, network, held_minor, height, block_hash, addresses, read_at)
      values (${dayAgo(1)}, 'USDT', 'ERC20', 24999999, 7, '0xab', 2, ${dayAgo(1)}::text::date + interval '25 hours')`.execute(
      db,
    )
    const coinOn = async (of: string) => (await days()).find(one => one.day === of)?.coins[0]
    expect(await coinOn(day)).toMatchObject({ currency: 'USDT', held: null })
    expect(await coinOn(dayAgo(1))).toMatchObject({
      owed: '25',
      held: { amount: '24.999999', percent: '99.99', network: 'ERC20', block: 7, addresses: 2 },
    })
  })
})

describe('the proof of a customer', () => {
  test('is their own, and leads to what was published', async () => {
    for (const customer of [lin, wang]) {
      const given = await proofFor(customer)
      expect(given).toMatchObject({
        isCounted: true,
        proof: { userId: customer.userId, amountMinor: '12500000' },
      })
      expect(await verdictOn(given)).toBe('counted')
    }
    const [mine, others] = [await proofFor(lin), await proofFor(wang)]
    expect(mine.proof.salt).not.toBe(others.proof.salt)
    expect(await proofFor(lin)).toEqual(mine)
  })

  test('is of nothing where there was nothing', async () => {
    const given = await proofFor(lin, { currency: 'ETH' })
    expect(given).toMatchObject({ isCounted: true, proof: { amountMinor: '0', parts: [] } })
  })

  test('is nobody’s of a day that is not published, and of no day', async () => {
    for (const other of [dayAgo(9), dayAgo(0), '2099-12-31'])
      expect(await tested.send(get, { day: other, currency: 'USDT' }, lin.token)).toMatchObject({
        status: 403,
      })
    for (const wrong of ['2026-02-30', '0000-01-01', 'x', 7])
      expect(await tested.send(get, { day: wrong, currency: 'USDT' }, lin.token)).toMatchObject({
        code: 1400,
        data: { fields: { day: 'date' } },
      })
    expect(await tested.send(get, { day, currency: 'EUR' }, lin.token)).toMatchObject({ code: 1400 })
    expect(await tested.send(get, { day, currency: 'USDT' })).toMatchObject({ status: 401 })
  })

  test('calls a person where its leaves are not among those that were kept, once a day that is proved', async () => {
    const { db } = tested.world
    const alarms = () =>
      db.selectFrom('alarms').select(['subject', 'detail']).where('kind', '=', 'proof_uncounted').execute()
    const kept = () => proofFor(lin).then(({ isCounted }) => isCounted)
    expect([await kept(), await alarms()]).toEqual([true, []])
    await withSecret(8)
    const given = [await proofFor(lin), await proofFor(wang)]
    expect(given.map(({ isCounted }) => isCounted)).toEqual([false, false])
    expect(await alarms()).toEqual([{ subject: day, detail: { currency: 'USDT', userId: lin.userId } }])
    await withSecret(7)
    expect(await kept()).toBe(true)
  })

  test('stands after another customer is forgotten', async () => {
    const { db } = tested.world
    await forgetPerson(db, await userById(db, wang.userId))
    expect(await verdictOn(await proofFor(lin))).toBe('counted')
    expect(await published()).toMatchObject({ totalMinor: 25_000_000n })
  })
})
