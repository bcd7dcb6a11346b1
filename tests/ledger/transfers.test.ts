import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, transaction } from '../../src/server/database/database.ts'
import { newId } from '../../src/server/id.ts'
import {
  AlreadyReversed,
  balanceOf,
  balancesOf,
  houseAccount,
  KeyReused,
  Overdrawn,
  openAccount,
  post,
  postAll,
  reverse,
} from '../../src/server/ledger/ledger.ts'
import { expectBooksAgree, funded, move, newKey } from '../fixtures/ledger/world.ts'
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

const transfersIn = async (db: Db) =>
  (await sql<{ n: bigint }>`select count(*) as n from transfers`.execute(db)).rows[0]?.n

describe('post', () => {
  test('refuses more than is available and moves nothing', async () => {
    const wallet = await funded(db, 100n)
    const before = await transfersIn(db)
    const tooMuch = { idempotencyKey: newKey(), reason: 'fee', entries: move(wallet, fees, 101n) }
    await expect(post(db, tooMuch)).rejects.toThrow(Overdrawn)
    await expect(post(db, { ...tooMuch, forced: true })).rejects.toThrow(Overdrawn)
    await expect(post(db, { ...tooMuch, entries: move(wallet, fees, 10n ** 21n) })).rejects.toThrow(Overdrawn)
    expect(await balanceOf(db, wallet)).toEqual({ balanceMinor: 100n, heldMinor: 0n, availableMinor: 100n })
    expect(await transfersIn(db)).toBe(before)
  })

  test("leaves the caller's transaction usable after a refusal", async () => {
    const wallet = await funded(db, 100n)
    await transaction(db, async db => {
      const tooMuch = { idempotencyKey: newKey(), reason: 'fee', entries: move(wallet, fees, 101n) }
      await expect(post(db, tooMuch)).rejects.toThrow(Overdrawn)
      await post(db, { ...tooMuch, entries: move(wallet, fees, 100n) })
    })
    expect((await balanceOf(db, wallet)).balanceMinor).toBe(0n)
  })

  test('refuses a key that was used with other content', async () => {
    const wallet = await funded(db, 100n)
    const transfer = { idempotencyKey: newKey(), reason: 'fee', entries: move(wallet, fees, 10n) }
    await post(db, transfer)
    const other = await funded(db, 100n)
    for (const changed of [
      { ...transfer, entries: move(wallet, fees, 11n) },
      { ...transfer, entries: move(fees, wallet, 10n) },
      { ...transfer, entries: move(other, fees, 10n) },
      { ...transfer, reason: 'card-fee' },
      { ...transfer, forced: true },
    ]) {
      await expect(post(db, changed)).rejects.toThrow(KeyReused)
    }
    expect((await balanceOf(db, wallet)).balanceMinor).toBe(90n)
    expect((await balanceOf(db, other)).balanceMinor).toBe(100n)
  })

  test('refuses what no caller may send', async () => {
    const wallet = await funded(db, 100n)
    const good = { idempotencyKey: newKey(), reason: 'fee', entries: move(wallet, fees, 10n) }
    const [taken, given] = good.entries
    const eth = await houseAccount(db, { code: 'fees', currency: 'ETH' })
    for (const bad of [
      { ...good, idempotencyKey: '' },
      { ...good, idempotencyKey: 'two\nlines' },
      { ...good, reason: '' },
      { ...good, entries: [] },
      { ...good, entries: [taken, { accountId: fees, amountMinor: 9n }] },
      { ...good, entries: [taken, given, given, taken] },
      { ...good, entries: [taken, given, { accountId: eth, amountMinor: 0n }] },
      { ...good, entries: move(wallet, eth, 10n) },
      { ...good, entries: move(wallet, newId(), 10n) },
      { ...good, reverses: newId() },
    ] as (typeof good)[]) {
      await expect(post(db, bad)).rejects.toThrow()
    }
    expect((await balanceOf(db, wallet)).balanceMinor).toBe(100n)
  })

  test('answers a repeated key with the first transfer', async () => {
    const wallet = await funded(db, 100n)
    const transfer = { idempotencyKey: newKey(), reason: 'fee', entries: move(wallet, fees, 60n) }
    const first = await post(db, transfer)
    expect(first.isReplay).toBe(false)
    const again = await post(db, { ...transfer, entries: [...transfer.entries].reverse() })
    expect(again).toEqual({ transferId: first.transferId, isReplay: true })
    expect((await balanceOf(db, wallet)).balanceMinor).toBe(40n)
  })

  test('moves an amount and its fee, in two currencies at once', async () => {
    const usdt = await funded(db, 1_000n)
    const eth = await funded(db, 5n, { currency: 'ETH' })
    const desk = await houseAccount(db, { code: 'desk', currency: 'USDT' })
    const ethDesk = await houseAccount(db, { code: 'desk', currency: 'ETH' })
    const fee = { accountId: fees, amountMinor: 3n }
    const entries = [...move(eth, ethDesk, 5n), { accountId: desk, amountMinor: -203n }, fee]
    entries.push({ accountId: usdt, amountMinor: 200n })
    await post(db, { idempotencyKey: newKey(), reason: 'convert', entries })
    expect((await balanceOf(db, usdt)).balanceMinor).toBe(1_200n)
    expect((await balanceOf(db, eth)).balanceMinor).toBe(0n)
    expect((await balanceOf(db, desk)).balanceMinor).toBe(-203n)
  })

  test('takes a card below zero when forced, and only then', async () => {
    const card = await funded(db, 50n, { kind: 'card', currency: 'USD' })
    const issuer = await houseAccount(db, { code: 'issuer', currency: 'USD' })
    const clearing = (amount: bigint) => ({
      idempotencyKey: newKey(),
      reason: 'clearing',
      entries: move(card, issuer, amount),
    })
    await expect(post(db, clearing(51n))).rejects.toThrow(Overdrawn)
    await post(db, { ...clearing(80n), forced: true })
    expect((await balanceOf(db, card)).availableMinor).toBe(-30n)
    await expect(post(db, clearing(1n))).rejects.toThrow(Overdrawn)
    await post(db, { idempotencyKey: newKey(), reason: 'recharge', entries: move(issuer, card, 20n) })
    await expect(post(db, clearing(1n))).rejects.toThrow(Overdrawn)
    await post(db, { idempotencyKey: newKey(), reason: 'recharge', entries: move(issuer, card, 20n) })
    await expect(post(db, clearing(11n))).rejects.toThrow(Overdrawn)
    await post(db, clearing(10n))
    expect((await balanceOf(db, card)).availableMinor).toBe(0n)
  })
})

describe('postAll', () => {
  test('posts none when one is refused', async () => {
    const [a, b] = [await funded(db, 100n), await funded(db, 0n)]
    const before = await transfersIn(db)
    const good = { idempotencyKey: newKey(), reason: 'move', entries: move(a, b, 60n) }
    const bad = { idempotencyKey: newKey(), reason: 'move', entries: move(a, fees, 60n) }
    await expect(postAll(db, [good, bad])).rejects.toThrow(Overdrawn)
    await expect(postAll(db, [good, { ...good, reason: 'other' }])).rejects.toThrow()
    expect(await transfersIn(db)).toBe(before)
    expect((await balanceOf(db, a)).balanceMinor).toBe(100n)
  })

  test('lets a later transfer spend what an earlier one brings, not the other way round', async () => {
    const [a, b] = [await funded(db, 100n), await funded(db, 0n)]
    const there = { idempotencyKey: newKey(), reason: 'move', entries: move(a, b, 100n) }
    const onward = { idempotencyKey: newKey(), reason: 'fee', entries: move(b, fees, 100n) }
    await expect(postAll(db, [onward, there])).rejects.toThrow(Overdrawn)
    const posted = await postAll(db, [there, onward])
    expect(await postAll(db, [there, onward])).toEqual(posted.map(one => ({ ...one, isReplay: true })))
    expect((await balanceOf(db, b)).balanceMinor).toBe(0n)
    expect(await postAll(db, [])).toEqual([])
  })
})

describe('reverse', () => {
  test('refuses what has been spent, a second reversal, and entries that are no mirror', async () => {
    const [a, b] = [await funded(db, 100n), await funded(db, 0n)]
    const entries = move(a, b, 70n)
    const { transferId } = await post(db, { idempotencyKey: newKey(), reason: 'move', entries })
    const spent = await post(db, { idempotencyKey: newKey(), reason: 'fee', entries: move(b, fees, 50n) })
    await expect(reverse(db, { transferId, idempotencyKey: newKey(), reason: 'undo' })).rejects.toThrow(
      Overdrawn,
    )
    const half = {
      idempotencyKey: newKey(),
      reason: 'undo',
      entries: move(fees, b, 49n),
      reverses: spent.transferId,
    }
    await expect(post(db, half)).rejects.toThrow('does not mirror')

    const undo = { transferId: spent.transferId, idempotencyKey: newKey(), reason: 'undo' }
    const undone = await reverse(db, undo)
    expect(await reverse(db, undo)).toEqual({ ...undone, isReplay: true })
    await expect(reverse(db, { ...undo, idempotencyKey: newKey() })).rejects.toThrow(AlreadyReversed)
    await reverse(db, { transferId, idempotencyKey: newKey(), reason: 'undo' })
    expect((await balanceOf(db, a)).balanceMinor).toBe(100n)
  })
})

describe('accounts', () => {
  test('are opened once however many ask at once', async () => {
    const name = { kind: 'wallet', ownerId: newId(), currency: 'BTC' } as const
    const ids = await Promise.all(Array.from({ length: 20 }, () => openAccount(db, name)))
    expect(new Set(ids).size).toBe(1)
    const card = await openAccount(db, {
      kind: 'card',
      ownerId: name.ownerId,
      currency: 'USD',
      code: newId(),
    })
    const balances = await balancesOf(db, name.ownerId)
    expect(balances.map(({ accountId }) => accountId).sort()).toEqual([ids[0], card].sort())
  })

  test('of an unknown currency are refused', async () => {
    const name = { kind: 'wallet', ownerId: newId(), currency: 'DOGE' as 'BTC' } as const
    await expect(openAccount(db, name)).rejects.toThrow('DOGE')
  })
})
