import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { detail as billDetail } from '../../../src/contract/bill.ts'
import { freeze } from '../../../src/contract/card-control.ts'
import { beginFreeze } from '../../../src/server/account/freezes.ts'
import { annualFeesRound, chargeAnnualFee } from '../../../src/server/jobs/annual-fees.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { hold } from '../../../src/server/ledger/ledger.ts'
import type { World } from '../../../src/server/world.ts'
import { funded } from '../../fixtures/account/customer.ts'
import { moneyOf, setStatus, type TestCard } from '../../fixtures/cards/cardholder.ts'
import {
  anniversary,
  begin,
  cardholder,
  clocked,
  dayMs,
  daysBefore,
  end,
  fee,
  feesOf,
  noticesOf,
  renew,
  round,
  tested,
  yearEnds,
} from '../../fixtures/cards/fee-year.ts'
import { dyingAt } from '../../fixtures/dying.ts'
import { openPatiently } from '../../fixtures/postgres.ts'

beforeAll(begin)
afterAll(end)
beforeEach(renew)

describe('an annual fee', () => {
  test('is told a month ahead, once, and charged from the card on the day', async () => {
    const [customer, card] = await cardholder({ usd: '50' })
    await round(daysBefore(32))
    expect(await noticesOf(customer)).toEqual([])
    for (let time = 0; time < 2; time++) await round(daysBefore(30))
    expect(await noticesOf(customer)).toEqual(['feeAhead'])
    const [notice] = await clocked.db
      .selectFrom('messages')
      .select('params')
      .where('user_id', '=', customer.userId)
      .where('notice_type', '=', 'cardState')
      .execute()
    expect(notice?.params).toMatchObject({ amount: '12', currency: 'USDT', date: '2021-03-10' })

    await round(new Date(Date.parse(anniversary) - 1000))
    expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 5000n })
    for (let time = 0; time < 3; time++) await round(anniversary)
    expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 3800n })
    expect(await noticesOf(customer)).toEqual(['feeAhead', 'annualFee'])
    const [bill, ...others] = await feesOf(customer, card)
    expect(others).toEqual([])
    expect(bill).toMatchObject({ amount: '-12', currency: 'USD', account: card.last4, status: 'done' })
    const trail = await tested.succeed(billDetail, { id: bill?.id }, customer.token)
    expect(trail.transferId).not.toBeNull()
    expect(trail.steps.map(({ what }) => what)).toEqual(['charged'])
  })

  test('comes again a year later, and never twice for a year', async () => {
    const [customer, card] = await cardholder({ usd: '50' })
    await yearEnds()
    await round('2022-02-08T00:00:00Z')
    await round('2022-03-10T15:30:00Z')
    await round('2022-03-12T00:00:00Z')
    expect(await feesOf(customer, card)).toHaveLength(2)
    const again = sql`insert into annual_fees (card_id, year, amount_minor, due_at, next_at)
      values (${card.cardId}, 1, 0, now(), now())`
    await expect(again.execute(clocked.db)).rejects.toThrow(/annual_fees_pkey/)
  })

  test('is taken from the wallet when the card has too little available', async () => {
    const [customer, card] = await cardholder({ usd: '50', usdt: fee })
    await hold(clocked.db, {
      accountId: card.accountId,
      amountMinor: 3801n,
      idempotencyKey: `held:${card.cardId}`,
      reason: 'authorization',
    })
    const before = await moneyOf(tested, customer, card)
    await yearEnds()
    const after = await moneyOf(tested, customer, card)
    expect([after.card, after.held, before.wallet - after.wallet]).toEqual([5000n, 3801n, fee])
    expect(after.walletHeld).toBe(before.walletHeld)
    expect(await feesOf(customer, card)).toMatchObject([
      { amount: '-12', currency: 'USDT', account: 'wallet', cardOutId: card.cardId },
    ])
    expect(await noticesOf(customer)).toEqual(['feeAhead', 'annualFeeWallet'])
  })

  test('that neither can pay takes nothing, is told once and tried daily until it can', async () => {
    const [customer, card] = await cardholder({ usd: '11', usdt: fee - 1n })
    const before = await moneyOf(tested, customer, card)
    await yearEnds()
    for (const hours of [1, 25, 49]) await round(new Date(Date.parse(anniversary) + hours * 3600_000))
    expect(await moneyOf(tested, customer, card)).toEqual(before)
    expect(await noticesOf(customer)).toEqual(['feeAhead', 'feeShort'])
    expect(await feesOf(customer, card)).toEqual([])

    await funded(tested, { userId: customer.userId, amountMinor: 1n })
    await round(new Date(Date.parse(anniversary) + 50 * 3600_000))
    expect(await feesOf(customer, card)).toEqual([])
    await round(new Date(Date.parse(anniversary) + 74 * 3600_000))
    expect(await feesOf(customer, card)).toHaveLength(1)
  })

  test('that was put off by a clock that ran ahead is tried again once it is right', async () => {
    const [customer, card] = await cardholder({ usd: '50' })
    const tried = (ahead: string) => sql`
      update annual_fees set next_at = ${new Date(Date.parse(anniversary) + 3600_000)}::timestamptz + ${ahead}::interval
      where card_id = ${card.cardId}`
    await round(daysBefore(30))
    await tried('24 hours').execute(clocked.db)
    await round(new Date(Date.parse(anniversary) + 3600_000))
    expect(await feesOf(customer, card)).toEqual([])
    await tried('400 days').execute(clocked.db)
    await round(new Date(Date.parse(anniversary) - 1000))
    expect(await feesOf(customer, card)).toEqual([])
    await round(new Date(Date.parse(anniversary) + 3600_000))
    expect(await feesOf(customer, card)).toHaveLength(1)
  })

  test.each(['closed', 'lost', 'expired'] as const)(
    'is neither told nor charged of a card that is %s',
    async status => {
      const [customer, card] = await cardholder({ usd: '50' })
      await setStatus(clocked.db, card, status)
      await yearEnds()
      expect(await noticesOf(customer)).toEqual([])
      await setStatus(clocked.db, card, 'active')
      await round(daysBefore(30))
      await setStatus(clocked.db, card, status)
      await round('2021-06-01T00:00:00Z')
      await chargeAnnualFee(tested.world, { cardId: card.cardId, year: 1 })
      expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 5000n })
    },
  )

  test('is charged of a card that its owner froze, but waits while the account is frozen', async () => {
    const [customer, card] = await cardholder({ usd: '50' })
    await tested.succeed(freeze, { id: card.cardId }, customer.token)
    await beginFreeze(clocked.db, { userId: customer.userId, by: 'customer' })
    await yearEnds()
    expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 5000n })
    expect(await noticesOf(customer)).toEqual(['feeAhead'])
    await sql`update freezes set lifted_at = pg_catalog.now() where user_id = ${customer.userId}`.execute(
      clocked.db,
    )
    await round(new Date(Date.parse(anniversary) + dayMs))
    expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 3800n })
  })

  test('waits while the issuer holds the card, and takes nothing from the wallet instead', async () => {
    const [customer, card] = await cardholder({ usd: '50', usdt: fee })
    const before = await moneyOf(tested, customer, card)
    await setStatus(clocked.db, card, 'frozen_risk')
    await yearEnds()
    expect(await moneyOf(tested, customer, card)).toEqual(before)
    expect(await noticesOf(customer)).toEqual(['feeAhead'])
    await setStatus(clocked.db, card, 'active')
    await round(new Date(Date.parse(anniversary) + dayMs))
    expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 3800n, wallet: before.wallet })
  })

  test('is what was promised with the card, or what its kind costs now where that is less', async () => {
    const [cheap, cheapCard] = await cardholder({ usd: '50' })
    const [dear, dearCard] = await cardholder({ usd: '50' })
    const [free, freeCard] = await cardholder({ usd: '50' }, 'celadon')
    const promise = (card: TestCard, annual_fee_minor: bigint) =>
      clocked.db.updateTable('cards').set({ annual_fee_minor }).where('id', '=', card.cardId).execute()
    await promise(cheapCard, 7_000_000n)
    await promise(dearCard, 99_000_000n)
    await promise(freeCard, 5_000_000n)
    await yearEnds()
    expect(await feesOf(cheap, cheapCard)).toMatchObject([{ amount: '-7' }])
    expect(await feesOf(dear, dearCard)).toMatchObject([{ amount: '-12' }])
    expect(await feesOf(free, freeCard)).toEqual([])
    expect(await noticesOf(free)).toEqual([])
  })

  test('of a card that was told late waits thirty days', async () => {
    const [customer, card] = await cardholder({ usd: '50' })
    await round('2021-03-20T00:00:00Z')
    await round('2021-04-18T23:59:59Z')
    expect(await feesOf(customer, card)).toEqual([])
    await round('2021-04-19T00:00:00Z')
    expect(await feesOf(customer, card)).toHaveLength(1)
  })

  test('is told of with the day on which it is charged where its owner lives', async () => {
    const [customer] = await cardholder({ usd: '50', at: '2020-03-10T02:00:00Z' })
    await clocked.db
      .updateTable('users')
      .set({ timezone: 'America/Los_Angeles' })
      .where('id', '=', customer.userId)
      .execute()
    await round('2021-02-08T00:00:00Z')
    const told = clocked.db.selectFrom('messages').select('params').where('user_id', '=', customer.userId)
    const { params } = await told.where('notice_type', '=', 'cardState').executeTakeFirstOrThrow()
    expect(params).toMatchObject({ status: 'feeAhead', date: '2021-03-09' })
  })

  test('of a card opened on a leap day is due when February ends', async () => {
    const [customer, card] = await cardholder({ usd: '50', at: '2020-02-29T12:00:00Z' })
    await round('2021-01-29T12:00:00Z')
    await round('2021-02-28T11:59:59Z')
    expect(await feesOf(customer, card)).toEqual([])
    await round('2021-03-01T12:00:00Z')
    expect(await feesOf(customer, card)).toHaveLength(1)
  })

  test('is charged once by nodes that come at once', async () => {
    const [customer, card] = await cardholder({ usd: '50', usdt: 100n * fee })
    await round(daysBefore(30))
    await clocked.stopAt(new Date(anniversary))
    const other = openPatiently({ url: clocked.url })
    const nodes = [tested.world, { ...tested.world, db: other }]
    await Promise.all(Array.from({ length: 10 }, (_, index) => annualFeesRound(nodes[index % 2] as World)))
    await other.destroy()
    const after = await moneyOf(tested, customer, card)
    expect(after).toMatchObject({ card: 3800n })
    expect(await feesOf(customer, card)).toHaveLength(1)
    expect(await noticesOf(customer)).toEqual(['feeAhead', 'annualFee'])
  })

  test('survives an end at every statement: one charge', async () => {
    const [customer, card] = await cardholder({ usd: '50' })
    await round(daysBefore(30))
    await clocked.stopAt(new Date(anniversary))
    let isThrough = false
    let at = 0
    while (!isThrough) {
      at++
      const dying = { ...tested.world, db: dyingAt(clocked.db, at).db }
      isThrough = await chargeAnnualFee(dying, { cardId: card.cardId, year: 1 }).then(
        () => true,
        () => false,
      )
      const { card: left } = await moneyOf(tested, customer, card)
      expect(left).toBe(isThrough ? 3800n : 5000n)
      expect(await feesOf(customer, card)).toHaveLength(isThrough ? 1 : 0)
    }
    expect(at).toBeGreaterThan(5)
    await annualFeesRound(tested.world)
    expect(await feesOf(customer, card)).toHaveLength(1)
    expect((await checkLedger(clocked.db)).disagreement).toBeNull()
  })

  test('of one card is not held up by others that fail, though they fill whole pages', async () => {
    const broken = [(await cardholder({ usd: '50' }))[1], (await cardholder({ usd: '50' }))[1]]
    const [customer, card] = await cardholder({ usd: '50' })
    const make = (card_type_id: string, cards: TestCard[]) => {
      const ids = cards.map(({ cardId }) => cardId)
      return clocked.db.updateTable('cards').set({ card_type_id }).where('id', 'in', ids).execute()
    }
    const rounds = async (at: string | Date) => {
      // The failure is heard at the end: it calls a person.
      for (let time = 0; time < 2; time++)
        await expect(round(at, tested.world, { pageSize: 2 })).rejects.toThrow()
    }
    await make('gone', broken)
    await rounds(daysBefore(30))
    expect(await noticesOf(customer)).toEqual(['feeAhead'])
    await make('cobalt', broken)
    await round(daysBefore(29))
    await make('gone', broken)
    await rounds(new Date(Date.parse(anniversary) + dayMs))
    expect(await feesOf(customer, card)).toHaveLength(1)
    await make('cobalt', broken)
  })
})
