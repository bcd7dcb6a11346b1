import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../src/server/database/database.ts'
import { newId } from '../../src/server/id.ts'
import { balanceOf, houseAccount, KeyReused, Overdrawn, post } from '../../src/server/ledger/ledger.ts'
import { expectBooksAgree, funded, move, newKey, postGathered } from '../fixtures/ledger/world.ts'
import { type TestDatabase, testDatabase } from '../fixtures/postgres.ts'

let database: TestDatabase
let db: Db
let fees: string

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  fees = await houseAccount(db, { code: 'fees', currency: 'USDT' })
})
afterAll(async () => {
  await expectBooksAgree(db)
  await database.close()
})

const feeOf = (wallet: string, amountMinor: bigint) => ({
  idempotencyKey: newKey(),
  reason: 'fee',
  entries: move(wallet, fees, amountMinor),
})

describe('a gathered post', () => {
  test('refuses one of a batch without harming the others', async () => {
    const [rich, poor] = [await funded(db, 100n), await funded(db, 1n)]
    const broken = { ...feeOf(rich, 1n), entries: move(rich, newId(), 1n) }
    const results = await Promise.allSettled([
      postGathered(db, feeOf(rich, 10n)),
      postGathered(db, feeOf(poor, 10n)),
      postGathered(db, broken),
      postGathered(db, feeOf(rich, 10n)),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(results[1]).toMatchObject({ reason: expect.any(Overdrawn) })
    expect((await balanceOf(db, rich)).balanceMinor).toBe(80n)
    expect((await balanceOf(db, poor)).balanceMinor).toBe(1n)
  })

  test('posts a key once: repeats get its answer, other content is refused', async () => {
    const wallet = await funded(db, 100n)
    const transfer = feeOf(wallet, 10n)
    const other = { ...transfer, entries: move(wallet, fees, 11n) }
    const [first, second, third] = await Promise.allSettled([
      postGathered(db, transfer),
      postGathered(db, transfer),
      postGathered(db, other),
    ])
    expect(first).toMatchObject({ value: { isReplay: false } })
    expect(second).toMatchObject({ value: { isReplay: true } })
    expect(third).toMatchObject({ reason: expect.any(KeyReused) })
    expect(await postGathered(db, transfer)).toMatchObject({ isReplay: true })
    expect(await post(db, transfer)).toMatchObject({ isReplay: true })
    expect((await balanceOf(db, wallet)).balanceMinor).toBe(90n)
  })

  test('decides an account that is named twice in a batch as if alone', async () => {
    const wallet = await funded(db, 100n)
    const [big, small] = await Promise.allSettled([
      postGathered(db, feeOf(wallet, 101n)),
      postGathered(db, feeOf(wallet, 100n)),
    ])
    expect([big.status, small.status]).toEqual(['rejected', 'fulfilled'])
    expect((await balanceOf(db, wallet)).balanceMinor).toBe(0n)
  })

  test('posts a thousand from a hundred wallets, whole', async () => {
    const wallets = await Promise.all(Array.from({ length: 100 }, () => funded(db, 10n)))
    const before = (await balanceOf(db, fees)).balanceMinor
    const posts = Array.from({ length: 1_000 }, (_, index) =>
      postGathered(db, feeOf(wallets[index % 100] as string, 1n)),
    )
    expect(new Set((await Promise.all(posts)).map(({ transferId }) => transferId)).size).toBe(1_000)
    expect((await balanceOf(db, fees)).balanceMinor).toBe(before + 1_000n)
  })
})
