import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../src/server/id.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { proveDays } from '../../src/server/ledger/proofs/making.ts'
import { publishedDays } from '../../src/server/ledger/proofs/proofs.ts'
import { dayAgo, postedAt } from '../fixtures/ledger/past.ts'
import {
  at,
  begin,
  chain,
  db,
  end,
  issuer,
  newOwner,
  pay,
  provenFrom,
  seal,
  shown,
  totalOf,
} from '../fixtures/ledger/proven.ts'

beforeEach(begin)
afterEach(end)

describe('what customers are owed', () => {
  test('is published of the newest sealed day first, and then of every one, each once', async () => {
    const { wallet } = await newOwner()
    await pay(5, wallet, 100n)
    expect(await proveDays(db)).toEqual([])
    await seal()
    const roots = await proveDays(db)
    expect(new Set(roots.map(({ day }) => day)).size).toBe(1)
    expect(roots.map(({ currency }) => currency).sort()).toEqual(['BTC', 'ETH', 'TRX', 'USD', 'USDC', 'USDT'])
    expect(await proveDays(db)).toEqual([])
    expect((await publishedDays(db, { page: 1, pageSize: 10 })).total).toBe(1)
    expect((await checkLedger(db)).disagreement).toBeNull()
  })

  test('is as it was at the end of the day, whatever has moved since', async () => {
    const [one, other] = [await newOwner(), await newOwner()]
    await pay(3, one.wallet, 1_000n)
    await pay(3, other.wallet, 1_000n)
    await pay(1, one.wallet, 70n)
    await seal()
    await provenFrom(3)
    await pay(0, one.wallet, 5n)
    expect(await shown(one.ownerId, 3)).toEqual({ amount: '1000', verdict: 'counted', isCounted: true })
    expect(await shown(other.ownerId, 3)).toMatchObject({ amount: '1000', verdict: 'counted' })
    expect(await shown(one.ownerId, 1)).toMatchObject({ amount: '1070', verdict: 'counted' })
    expect([await totalOf(3), await totalOf(2), await totalOf(1)]).toEqual([2_000n, 2_000n, 2_070n])
  })

  test('takes a card below zero for nothing, beside another card and beside other customers', async () => {
    const [debtor, saver] = [await newOwner(), await newOwner()]
    for (const card of debtor.cards) await pay(0, card, 500n, issuer)
    await pay(2, debtor.cards[0], 300n, issuer)
    await postedAt(db, { at: at(2), from: debtor.cards[1], to: issuer, amountMinor: 400n })
    await pay(2, saver.cards[0], 50n, issuer)
    await seal()
    await provenFrom(2)
    expect(await shown(debtor.ownerId, 2, 'USD')).toMatchObject({ amount: '300', verdict: 'counted' })
    expect(await totalOf(2, 'USD')).toBe(350n)
  })

  test('is nothing of somebody who had nothing, and of a day that is not published', async () => {
    const { ownerId, wallet } = await newOwner()
    await pay(2, wallet, 1n)
    const poor = await newOwner()
    await seal()
    await provenFrom(2)
    expect(await shown(ownerId, 2)).toMatchObject({ amount: '1', verdict: 'counted' })
    expect(await shown(ownerId, 2, 'ETH')).toMatchObject({ amount: '0', isCounted: true })
    expect(await shown(poor.ownerId, 2)).toMatchObject({ amount: '0', isCounted: true })
    expect(await shown(newId(), 2)).toMatchObject({ amount: '0', isCounted: true })
    expect(await shown(ownerId, 9)).toBeNull()
  })

  test('leads every customer of any history to the published total', async () => {
    const step = fc.record({
      who: fc.nat(5),
      days: fc.integer({ min: 2, max: 4 }),
      amount: fc.bigInt(1n, 90n),
      isOut: fc.boolean(),
    })
    const steps = fc.sample(fc.array(step, { minLength: 40, maxLength: 40 }), 1).flat()
    const owners = await Promise.all(Array.from({ length: 6 }, newOwner))
    const net = new Map<number, Map<string, bigint>>([2, 3, 4].map(days => [days, new Map()]))
    for (const { wallet } of owners) await pay(4, wallet, 10_000n)
    for (const { who, days, amount, isOut } of steps) {
      const { wallet, ownerId } = owners[who] as (typeof owners)[number]
      await postedAt(db, {
        at: at(days),
        from: isOut ? wallet : chain,
        to: isOut ? chain : wallet,
        amountMinor: amount,
      })
      for (const [day, sums] of net)
        if (day <= days) sums.set(ownerId, (sums.get(ownerId) ?? 0n) + (isOut ? -amount : amount))
    }
    await seal()
    await provenFrom(4)
    for (const days of [4, 3, 2]) {
      const expected = owners.map(({ ownerId }) => 10_000n + (net.get(days)?.get(ownerId) ?? 0n))
      for (const [index, { ownerId }] of owners.entries())
        expect(await shown(ownerId, days)).toEqual({
          amount: `${expected[index]}`,
          verdict: 'counted',
          isCounted: true,
        })
      expect(await totalOf(days)).toBe(expected.reduce((a, b) => a + b, 0n))
    }
    expect((await checkLedger(db)).disagreement).toBeNull()
  })

  test('of very many fills several rows, and every one of them is led to the top', async () => {
    const ids = Array.from({ length: 1_300 }, () => newId())
    await sql`
      insert into accounts (id, kind, code, owner_id, currency, balance_minor)
      select id, 'wallet', '', id, 'USDT', 0 from unnest(${ids}::uuid[]) as u (id)`.execute(db)
    await sql`
      with t as (
        insert into transfers (id, idempotency_key, request_hash, reason, is_forced, entry_count, created_at)
        values (${ids[0]}, 'many', sha256(''), 'gift', false, ${ids.length + 1}, ${at(2)})
      )
      insert into entries (transfer_id, account_id, amount_minor)
      select ${ids[0]}::uuid, id, 1000 + number from unnest(${ids}::uuid[]) with ordinality as u (id, number)
      union all select ${ids[0]}::uuid, ${chain}::uuid, -(1000 * ${ids.length} + ${(ids.length * (ids.length + 1)) / 2})`.execute(
      db,
    )
    await seal()
    await provenFrom(2, 100)
    const chunks = await db
      .selectFrom('proof_chunks')
      .select('number')
      .where('currency', '=', 'USDT')
      .where('day', '=', dayAgo(2))
      .execute()
    expect(chunks.length).toBe(4)
    for (const index of [0, 1, 650, 1_299])
      expect(await shown(ids[index] as string, 2)).toEqual({
        amount: `${1_001 + index}`,
        verdict: 'counted',
        isCounted: true,
      })
  })
})
