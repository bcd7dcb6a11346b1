import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, transaction } from '../../src/server/database/database.ts'
import {
  balanceOf,
  capture,
  expire,
  HoldClosed,
  hold,
  holdOf,
  houseAccount,
  increaseHold,
  KeyReused,
  Overdrawn,
  overdueHolds,
  post,
  putOffHold,
  release,
} from '../../src/server/ledger/ledger.ts'
import { expectBooksAgree, funded, move, newKey } from '../fixtures/ledger/world.ts'
import { type TestDatabase, testDatabase } from '../fixtures/postgres.ts'

let database: TestDatabase
let db: Db
let issuer: string

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  issuer = await houseAccount(db, { code: 'issuer', currency: 'USD' })
})
afterAll(async () => {
  await expectBooksAgree(db)
  await database.close()
})

const newCard = (amountMinor: bigint) => funded(db, amountMinor, { kind: 'card', currency: 'USD' })
const holdOn = async (accountId: string, amountMinor: bigint) =>
  (await hold(db, { accountId, amountMinor, idempotencyKey: newKey(), reason: 'authorization' })).holdId
const captureOf = (holdId: string, card: string, amountMinor: bigint) => ({
  holdId,
  idempotencyKey: newKey(),
  reason: 'clearing',
  entries: move(card, issuer, amountMinor),
})

async function expectOn(accountId: string, balanceMinor: bigint, heldMinor: bigint) {
  expect(await balanceOf(db, accountId)).toEqual({
    balanceMinor,
    heldMinor,
    availableMinor: balanceMinor - heldMinor,
  })
}

describe('hold', () => {
  test('refuses more than is available, house accounts and nonsense', async () => {
    const card = await newCard(100n)
    const request = { accountId: card, amountMinor: 101n, idempotencyKey: newKey(), reason: 'authorization' }
    await expect(hold(db, request)).rejects.toThrow(Overdrawn)
    await expect(hold(db, { ...request, amountMinor: 10n ** 20n })).rejects.toThrow(Overdrawn)
    await expect(hold(db, { ...request, amountMinor: 0n })).rejects.toThrow('positive')
    await expect(hold(db, { ...request, accountId: issuer, amountMinor: 1n })).rejects.toThrow(
      'no customer account',
    )
    await expectOn(card, 100n, 0n)
  })

  test('refuses a key that was used with other content, on this account or another', async () => {
    const card = await newCard(100n)
    const request = { accountId: card, amountMinor: 10n, idempotencyKey: newKey(), reason: 'authorization' }
    await hold(db, request)
    await expect(hold(db, { ...request, amountMinor: 11n })).rejects.toThrow(KeyReused)
    await expect(hold(db, { ...request, accountId: await newCard(100n) })).rejects.toThrow(KeyReused)
    await expectOn(card, 100n, 10n)
  })

  test('reserves once per key, also from many callers at once', async () => {
    const card = await newCard(100n)
    const request = { accountId: card, amountMinor: 60n, idempotencyKey: newKey(), reason: 'authorization' }
    const held = await Promise.all(Array.from({ length: 8 }, () => hold(db, request)))
    expect(new Set(held.map(({ holdId }) => holdId)).size).toBe(1)
    expect(held.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
    await expectOn(card, 100n, 60n)
    await expect(
      post(db, { idempotencyKey: newKey(), reason: 'fee', entries: move(card, issuer, 41n) }),
    ).rejects.toThrow(Overdrawn)
  })
})

describe('increaseHold', () => {
  test('refuses more than is available and a closed hold', async () => {
    const card = await newCard(100n)
    const holdId = await holdOn(card, 60n)
    await expect(increaseHold(db, { holdId, amountMinor: 41n, idempotencyKey: newKey() })).rejects.toThrow(
      Overdrawn,
    )
    await release(db, { holdId })
    await expect(increaseHold(db, { holdId, amountMinor: 1n, idempotencyKey: newKey() })).rejects.toThrow(
      HoldClosed,
    )
    await expectOn(card, 100n, 0n)
  })

  test('reserves more once per key', async () => {
    const card = await newCard(100n)
    const holdId = await holdOn(card, 60n)
    const request = { holdId, amountMinor: 40n, idempotencyKey: newKey() }
    await increaseHold(db, request)
    expect(await increaseHold(db, request)).toEqual({ holdId, isReplay: true })
    await expect(increaseHold(db, { ...request, amountMinor: 30n })).rejects.toThrow(KeyReused)
    await expectOn(card, 100n, 100n)
  })
})

describe('capture', () => {
  test('refuses a closed hold, a reused key, other customers and more than there is', async () => {
    const card = await newCard(100n)
    const holdId = await holdOn(card, 60n)
    await expect(capture(db, captureOf(holdId, card, 101n))).rejects.toThrow(Overdrawn)
    await expect(capture(db, captureOf(holdId, issuer, 10n))).rejects.toThrow()
    const other = await newCard(100n)
    const both = [...move(card, issuer, 10n), { accountId: other, amountMinor: -5n }]
    both[1] = { accountId: issuer, amountMinor: 15n }
    await expect(capture(db, { ...captureOf(holdId, card, 10n), entries: both })).rejects.toThrow(
      'no customer but',
    )
    await expectOn(card, 100n, 60n)

    const good = captureOf(holdId, card, 60n)
    await capture(db, good)
    await expect(capture(db, { ...good, entries: move(card, issuer, 59n) })).rejects.toThrow(KeyReused)
    await expect(capture(db, { ...good, holdId: await holdOn(card, 1n) })).rejects.toThrow(KeyReused)
    await expect(capture(db, { ...good, final: false })).rejects.toThrow(KeyReused)
    await expect(capture(db, captureOf(holdId, card, 10n))).rejects.toThrow(HoldClosed)
    await expectOn(card, 40n, 1n)
  })

  test('takes the amount, gives back the rest, and answers a repeat with the first transfer', async () => {
    const card = await newCard(100n)
    const holdId = await holdOn(card, 60n)
    const request = captureOf(holdId, card, 45n)
    const first = await capture(db, request)
    await expectOn(card, 55n, 0n)
    expect(await holdOf(db, holdId)).toMatchObject({ state: 'captured', remainingMinor: 0n })
    expect(await capture(db, request)).toEqual({ transferId: first.transferId, isReplay: true })
    await expectOn(card, 55n, 0n)
  })

  test('in parts keeps the rest reserved until the final one', async () => {
    const card = await newCard(100n)
    const holdId = await holdOn(card, 60n)
    await capture(db, { ...captureOf(holdId, card, 20n), final: false })
    await expectOn(card, 80n, 40n)
    await capture(db, { ...captureOf(holdId, card, 10n), final: false })
    await expectOn(card, 70n, 30n)
    await capture(db, captureOf(holdId, card, 10n))
    await expectOn(card, 60n, 0n)
  })

  test('of more than the hold takes from what is available, of a card below zero when forced', async () => {
    const card = await newCard(100n)
    await capture(db, captureOf(await holdOn(card, 60n), card, 70n))
    await expectOn(card, 30n, 0n)
    const holdId = await holdOn(card, 30n)
    await expect(capture(db, captureOf(holdId, card, 35n))).rejects.toThrow(Overdrawn)
    await capture(db, { ...captureOf(holdId, card, 35n), forced: true })
    await expectOn(card, -5n, 0n)
  })

  test('of a wallet is never forced below zero', async () => {
    const wallet = await funded(db, 10n, { currency: 'USD' })
    const holdId = await holdOn(wallet, 10n)
    await expect(capture(db, { ...captureOf(holdId, wallet, 11n), forced: true })).rejects.toThrow(Overdrawn)
    await expectOn(wallet, 10n, 10n)
  })

  test('works on a card that a forced transfer has taken below zero: the funds were reserved', async () => {
    const card = await newCard(100n)
    const [a, b] = [await holdOn(card, 30n), await holdOn(card, 50n)]
    await post(db, {
      idempotencyKey: newKey(),
      reason: 'clearing',
      entries: move(card, issuer, 60n),
      forced: true,
    })
    await expectOn(card, 40n, 80n)
    await capture(db, captureOf(a, card, 30n))
    await expectOn(card, 10n, 50n)
    await capture(db, captureOf(b, card, 40n))
    await expectOn(card, -30n, 0n)
    await expect(
      hold(db, { accountId: card, amountMinor: 1n, idempotencyKey: newKey(), reason: 'x' }),
    ).rejects.toThrow(Overdrawn)
  })

  test('and its hold are undone with the transaction they are in', async () => {
    const card = await newCard(100n)
    const fails = transaction(db, async db => {
      const { holdId } = await hold(db, {
        accountId: card,
        amountMinor: 9n,
        idempotencyKey: newKey(),
        reason: 'x',
      })
      await capture(db, captureOf(holdId, card, 9n))
      throw new Error('later')
    })
    await expect(fails).rejects.toThrow('later')
    await expectOn(card, 100n, 0n)
  })
})

describe('release', () => {
  test('of a part needs a key and happens once', async () => {
    const card = await newCard(100n)
    const holdId = await holdOn(card, 60n)
    await expect(release(db, { holdId, amountMinor: 10n })).rejects.toThrow('key')
    const request = { holdId, amountMinor: 25n, idempotencyKey: newKey() }
    expect(await release(db, request)).toEqual({ releasedMinor: 25n, isReplay: false })
    expect(await release(db, request)).toEqual({ releasedMinor: 25n, isReplay: true })
    await expect(release(db, { ...request, amountMinor: 24n })).rejects.toThrow(KeyReused)
    await expectOn(card, 100n, 35n)
    expect(await release(db, { ...request, amountMinor: 99n, idempotencyKey: newKey() })).toMatchObject({
      releasedMinor: 35n,
    })
    await expectOn(card, 100n, 0n)
    expect(await holdOf(db, holdId)).toMatchObject({ state: 'released' })
  })

  test('gives everything back, and nothing the second time', async () => {
    const card = await newCard(100n)
    const holdId = await holdOn(card, 60n)
    expect(await release(db, { holdId })).toEqual({ releasedMinor: 60n, isReplay: false })
    expect(await release(db, { holdId })).toEqual({ releasedMinor: 0n, isReplay: false })
    expect(await expire(db, { holdId })).toMatchObject({ releasedMinor: 0n })
    expect(await holdOf(db, holdId)).toMatchObject({ state: 'released' })
    await expectOn(card, 100n, 0n)
  })

  test('of holds whose time is over', async () => {
    const card = await newCard(100n)
    const request = { accountId: card, amountMinor: 10n, reason: 'authorization' }
    const past = await hold(db, {
      ...request,
      idempotencyKey: newKey(),
      expiresAt: new Date(Date.now() - 1000),
    })
    await hold(db, { ...request, idempotencyKey: newKey(), expiresAt: new Date(Date.now() + 60_000) })
    await hold(db, { ...request, reason: 'other', idempotencyKey: newKey(), expiresAt: new Date(0) })
    const overdue = () => overdueHolds(db, { reason: 'authorization', limit: 10, longestDays: 31 })
    const found = [{ holdId: past.holdId, accountId: card }]
    expect(await overdue()).toEqual(found)
    await putOffHold(db, { holdId: past.holdId, hours: 1 })
    expect(await overdue()).toEqual([])
    await putOffHold(db, { holdId: past.holdId, hours: 31 * 24 })
    expect(await overdue()).toEqual([])
    // A clock that ran ahead has put it off.
    await putOffHold(db, { holdId: past.holdId, hours: 31 * 24 + 2 })
    expect(await overdue()).toEqual(found)
    await putOffHold(db, { holdId: past.holdId, hours: 0 })
    expect(await overdue()).toEqual(found)
    await expire(db, { holdId: past.holdId })
    expect(await holdOf(db, past.holdId)).toMatchObject({ state: 'expired', remainingMinor: 0n })
    await putOffHold(db, { holdId: past.holdId, hours: -1 })
    expect(await overdue()).toEqual([])
    await expectOn(card, 100n, 20n)
  })
})
