import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { begin, billsOf, cardWith, money, purchaseOf, tested } from '../../fixtures/cards/buyer.ts'
import { ask, posting, question, sendHook, type TestCard } from '../../fixtures/cards/cardholder.ts'

// What the issuer says to lie far ahead happened when it was told.

beforeAll(begin)
afterAll(() => tested.close())

const farAhead = '9999-12-31T23:59:59.000Z'

async function daysHeld(threadId: string) {
  const { rows } = await sql<{ days: number }>`
    select round(extract(epoch from h.expires_at - now()) / 86400)::integer as days
    from holds h join purchases p on p.hold_id = h.id where p.thread_id = ${threadId}`.execute(
    tested.world.db,
  )
  return rows[0]?.days
}

async function becomes(card: TestCard, state: string, at: string) {
  const event = {
    id: `evt_${state}_${at}`,
    type: 'card.updated',
    at,
    data: { cardId: card.issuerCardId, state },
  }
  await sendHook(tested, 'events', event)
  await tested.work()
  const rows = tested.world.db.selectFrom('cards').select('status').where('id', '=', card.cardId)
  return (await rows.executeTakeFirstOrThrow()).status
}

test('a purchase is held for its usual time, and its clearing is what follows it', async () => {
  const card = await cardWith('100')
  const asked = question(card, { at: farAhead })
  expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
  const { threadId } = asked
  expect(await daysHeld(threadId)).toBe(8)
  const data = posting(card, '20.00', { threadId, final: true })
  const event = { id: 'evt_cleared', type: 'clearing.posted', at: new Date().toISOString(), data }
  await sendHook(tested, 'events', event)
  await tested.work()
  expect(await money(card)).toEqual([10000n - 2010n, 0n])
  expect(await purchaseOf(threadId)).toMatchObject({ status: 'posted', cleared: 2000n })
  expect(await billsOf(card)).toEqual(['consume -20 done'])
})

test('a freeze is over when the issuer says so later', async () => {
  const card = await cardWith('10')
  expect(await becomes(card, 'frozen', farAhead)).toBe('frozen_risk')
  expect(await becomes(card, 'active', new Date().toISOString())).toBe('active')
})
