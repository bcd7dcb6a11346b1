import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { firstBrokenProof } from '../../src/server/ledger/proofs/check-proofs.ts'
import { proveDays } from '../../src/server/ledger/proofs/making.ts'
import { publishedDays, publishedOf } from '../../src/server/ledger/proofs/proofs.ts'
import { dayAgo, tampered } from '../fixtures/ledger/past.ts'
import {
  begin,
  beginAt,
  database,
  db,
  end,
  newOwner,
  pay,
  provenFrom,
  seal,
  shown,
} from '../fixtures/ledger/proven.ts'
import { openPatiently } from '../fixtures/postgres.ts'

beforeEach(begin)
afterEach(end)

describe('what was begun', () => {
  test('by a round that was cut off is gone on with, to the same end', async () => {
    const { ownerId, wallet } = await newOwner()
    await pay(2, wallet, 900n)
    await seal()
    await provenFrom(2)
    const [first] = await publishedOf(db, [dayAgo(2)])
    await tampered(db, async db => {
      await sql`delete from proof_roots`.execute(db)
      await sql`delete from proof_chunks where currency in ('USD', 'USDT')`.execute(db)
    })
    await proveDays(db)
    expect((await publishedOf(db, [dayAgo(2)]))[0]).toEqual(first)
    expect(await shown(ownerId, 2)).toMatchObject({ verdict: 'counted' })
  })

  test('is not gone on with when the books were changed meanwhile', async () => {
    const { wallet } = await newOwner()
    const id = await pay(2, wallet, 900n)
    await seal()
    await provenFrom(2)
    await tampered(db, async db => {
      await sql`delete from proof_roots`.execute(db)
      await sql`update entries set amount_minor = amount_minor * 2 where transfer_id = ${id}`.execute(db)
      await sql`update accounts set balance_minor = 1800 where id = ${wallet}`.execute(db)
    })
    await expect(proveDays(db)).rejects.toThrow('not what they were')
    expect((await publishedDays(db, { page: 1, pageSize: 10 })).total).toBe(0)
  })

  test('by many nodes at once is published once', async () => {
    const { ownerId, wallet } = await newOwner()
    await pay(2, wallet, 12n)
    await seal()
    const nodes = Array.from({ length: 3 }, () => openPatiently({ url: database.url, max: 2 }))
    await beginAt(2)
    const published = await Promise.all(nodes.map(node => proveDays(node)))
    await Promise.all(nodes.map(node => node.destroy()))
    const roots = published.flat().map(({ day, currency }) => `${day} ${currency}`)
    expect(new Set(roots).size).toBe(roots.length)
    expect(await shown(ownerId, 2)).toMatchObject({ verdict: 'counted' })
  })

  test('waits where an account is not the sum of its entries', async () => {
    const { wallet } = await newOwner()
    await pay(2, wallet, 900n)
    await seal()
    await tampered(db, db => sql`update accounts set balance_minor = 901 where id = ${wallet}`.execute(db))
    await expect(proveDays(db)).rejects.toThrow(`account ${wallet} is not the sum of its entries`)
    await tampered(db, db => sql`update accounts set balance_minor = 900 where id = ${wallet}`.execute(db))
  })
})

describe('the check names', () => {
  test('a customer who is owed something else now, and they are not shown as counted', async () => {
    const [one, other] = [await newOwner(), await newOwner()]
    const id = await pay(1, one.wallet, 900n)
    await pay(1, other.wallet, 900n)
    await seal()
    await provenFrom(1)
    await tampered(db, async db => {
      await sql`update entries set amount_minor = amount_minor * 2 where transfer_id = ${id}`.execute(db)
      await sql`update accounts set balance_minor = 1800 where id = ${one.wallet}`.execute(db)
    })
    expect(await shown(one.ownerId, 1)).toEqual({ amount: '1800', verdict: 'other_amount', isCounted: false })
    expect(await shown(other.ownerId, 1)).toMatchObject({ verdict: 'counted' })
    expect(await brokenNow()).toMatchObject({ id: `${dayAgo(1)} USDT ${one.ownerId}`, expected: '1800' })
  })

  test.each([
    [
      'a leaf that is nobody’s',
      sql`update proof_chunks set leaves = set_byte(leaves, 39, 7) where currency = 'ETH'`,
      'whoever is counted is owed it',
    ],
    [
      'a root',
      sql`update proof_roots set root = sha256('') where currency = 'USDT'`,
      'what is published follows from its leaves',
    ],
    [
      'a total',
      sql`update proof_roots set total_minor = 1 where currency = 'USDT'`,
      'what is published follows from its leaves',
    ],
    [
      'a root that is gone',
      sql`delete from proof_roots where currency = 'TRX'`,
      'every currency is published',
    ],
  ])('%s', async (_what, change, rule) => {
    const { wallet } = await newOwner()
    await pay(1, wallet, 900n)
    await seal()
    await provenFrom(1)
    await tampered(db, db => change.execute(db))
    expect(await brokenNow()).toMatchObject({ rule })
  })
})

/** What the check says of the published day, past what it says of balances and seals. */
async function brokenNow() {
  return await firstBrokenProof(db, dayAgo(1))
}

describe('the database', () => {
  test('keeps what was published from being changed, and from being added to', async () => {
    const { wallet } = await newOwner()
    await pay(2, wallet, 900n)
    await seal()
    await provenFrom(2)
    const chunk = {
      currency: 'USDT',
      number: 9,
      first: Buffer.alloc(32),
      top: Buffer.alloc(32),
      sum_minor: 0n,
    }
    for (const change of [
      sql`update proof_days set secret = sha256('')`,
      sql`delete from proof_days`,
      sql`update proof_chunks set sum_minor = 0`,
      sql`delete from proof_chunks`,
      sql`truncate proof_chunks`,
      sql`update proof_roots set total_minor = 0`,
      sql`delete from proof_roots`,
      sql`truncate proof_roots`,
      db.insertInto('proof_chunks').values({ day: dayAgo(2), leaves: Buffer.alloc(40), ...chunk }),
    ])
      await expect(Promise.resolve(change.execute(db as never))).rejects.toMatchObject({ code: 'GL001' })
  })

  test('takes no total that is not what the leaves add up to, and no day that is not sealed or leaves one out', async () => {
    const { wallet } = await newOwner()
    await pay(4, wallet, 900n)
    await seal()
    const secret = Buffer.alloc(32)
    const begin = (days: number) =>
      db
        .insertInto('proof_days')
        .values({ day: dayAgo(days), secret })
        .execute()
    await expect(begin(-1)).rejects.toMatchObject({ code: expect.stringMatching(/23503|GL001/) })
    await begin(4)
    for (const days of [2, 5])
      await expect(begin(days)).rejects.toMatchObject({ code: expect.stringMatching(/23503|GL001/) })
    const [day, root] = [dayAgo(4), Buffer.alloc(32)]
    const chunk = {
      day,
      currency: 'USDT',
      number: 0,
      first: root,
      leaves: Buffer.alloc(40),
      top: root,
      sum_minor: 7n,
    }
    await db.insertInto('proof_chunks').values(chunk).execute()
    for (const wrong of [
      { total_minor: 8n, height: 0 },
      { total_minor: 7n, height: 1 },
    ])
      await expect(
        db
          .insertInto('proof_roots')
          .values({ day, currency: 'USDT', root, ...wrong })
          .execute(),
      ).rejects.toMatchObject({ code: 'GL002' })
    await expect(
      db
        .insertInto('proof_roots')
        .values({ day, currency: 'USDC', root, total_minor: 0n, height: 0 })
        .execute(),
    ).rejects.toMatchObject({ code: 'GL002' })
  })
})
