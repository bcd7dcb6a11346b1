import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { submitFeedback } from '../../src/contract/feedback.ts'
import { convertToCardBalance, masterBudgetBalance } from '../../src/contract/wallet.ts'
import { testPin } from '../fixtures/account/customer.ts'
import { moneyOf, posting, question, sendHook, workLater } from '../fixtures/cards/cardholder.ts'
import { begin, card, customer, tested } from '../fixtures/cards/one-card.ts'

// The database's disk is full: what would be written is refused as something that passes, what is read is read, and when
// there is room again the same wish is carried out once.

beforeAll(() => begin({ wallet: '500', onCard: '100' }))
afterAll(() => tested.close())

/** Does this while nothing new can be kept in any of these tables, as PostgreSQL says it. */
async function whileFull<T>(tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const { db } = tested.world
  await sql`
    create or replace function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    db,
  )
  for (const table of tables)
    await sql`create trigger no_room before insert on ${sql.table(table)} execute function no_room()`.execute(
      db,
    )
  try {
    return await work()
  } finally {
    for (const table of tables) await sql`drop trigger no_room on ${sql.table(table)}`.execute(db)
  }
}

const balances = async () => await moneyOf(tested, customer, card)

describe.each(['decisions', 'transfers', 'entries', 'bills', 'messages', 'recharges'])(
  'no room in %s',
  table => {
    test('a recharge is refused as passing, reading goes on, and the same wish is carried out once', async () => {
      const before = await balances()
      const input = { cardId: card.cardId, amount: '10', currency: 'USDT' }
      const wish = { ...input, pin: testPin, requestId: randomUUID() }
      const recharge = () => tested.send(convertToCardBalance, wish, customer.token)
      await whileFull([table], async () => {
        expect(await recharge()).toMatchObject({ status: 503 })
        expect(await tested.succeed(masterBudgetBalance, {}, customer.token)).toBeDefined()
      })
      expect(await balances()).toEqual(before)
      expect(await recharge()).toMatchObject({ code: 1 })
      expect(await recharge()).toMatchObject({ code: 1 })
      const after = await balances()
      expect(after.card - before.card).toBe(1000n)
    })
  },
)

describe('no room anywhere', () => {
  const all = ['issuer_events', 'purchases', 'holds', 'jobs', 'tickets'] as const

  test('a question of the issuer gets no yes that is not kept, and an event is told again', async () => {
    const before = await balances()
    const asked = question(card)
    const event = posting(card, '5.00', { final: true })
    const told = {
      id: `evt_${randomUUID()}`,
      type: 'clearing.posted',
      at: new Date().toISOString(),
      data: event,
    }
    await whileFull(all, async () => {
      expect((await sendHook(tested, 'authorization', asked)).statusCode).toBe(503)
      expect((await sendHook(tested, 'events', told)).statusCode).toBe(503)
    })
    expect(await balances()).toEqual(before)
    expect((await sendHook(tested, 'authorization', asked)).json()).toEqual({ decision: 'approved' })
    for (let time = 0; time < 2; time++) expect((await sendHook(tested, 'events', told)).statusCode).toBe(200)
    await tested.work()
    const after = await balances()
    expect([before.card - after.card, after.held - before.held]).toEqual([503n, 2010n])
  })

  test('a job waits and is done when there is room', async () => {
    const before = await balances()
    const event = posting(card, '5.00', { final: true })
    await sendHook(tested, 'events', {
      ...{ id: `evt_${randomUUID()}`, type: 'clearing.posted' },
      ...{ at: new Date().toISOString(), data: event },
    })
    await whileFull(['transfers', 'purchases'], () => tested.work())
    expect(await balances()).toEqual(before)
    await workLater(tested)
    expect(before.card - (await balances()).card).toBe(503n)
  })

  test('a ticket is refused as passing, and opened once', async () => {
    const ticket = { description: 'The parcel never came.', requestId: randomUUID() }
    const open = () => tested.send(submitFeedback, ticket, customer.token)
    await whileFull(all, async () => expect(await open()).toMatchObject({ status: 503 }))
    const opened = await open()
    expect(opened).toMatchObject({ code: 1 })
    expect(await open()).toEqual(opened)
  })
})
