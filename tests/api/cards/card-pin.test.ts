import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../src/contract/application.ts'
import { freeze } from '../../../src/contract/card-control.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import { sendHook } from '../../fixtures/cards/cardholder.ts'
import {
  activated,
  begin,
  type InHand,
  inHand,
  issued,
  statusOf,
  tested,
  told,
} from '../../fixtures/cards/in-hand.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('the card PIN', () => {
  const change = ({ id, customer }: InHand, fields: Record<string, unknown> = {}) =>
    tested.send(contract.updateCardPIN, { id, cardPin: '7391', pin: testPin, ...fields }, customer.token)

  test("is not changed without the fund PIN, of another's card, of a virtual one, or before activation", async () => {
    const [hand, other] = [await activated(), await inHand('delivered')]
    expect(await change(hand, { pin: 'wrong-pin' })).toMatchObject({ key: 'pin_incorrect' })
    expect(await change({ ...hand, customer: other.customer })).toMatchObject({ status: 403 })
    expect(await change({ ...hand, id: hand.who.card.cardId })).toMatchObject({ key: 'modify_failed' })
    expect(await change(other)).toMatchObject({ key: 'modify_failed', data: { reason: 'inactive' } })
    tested.issuer.behaveAt('setPin', 'does nothing and is not heard')
    expect(await change(hand)).toMatchObject({ status: 503 })
    expect(issued(hand)?.cardPin).toBe('2580')
    expect((await told(hand, 'security')).map(({ params }) => params.event)).not.toContain('cardPinChanged')
  })

  test('lifts the block of wrong ones, and nothing else', async () => {
    const hand = await activated()
    const block = (at = new Date()) => tellPinBlocked(hand, at)
    await block()
    expect(await statusOf(hand)).toBe('pin_blocked')
    expect(await change(hand)).toMatchObject({ data: { status: 'active' } })
    expect(issued(hand)?.cardPin).toBe('7391')
    await block(new Date(Date.now() - 60_000))
    expect(await statusOf(hand)).toBe('active')
    await tested.succeed(freeze, { id: hand.id }, hand.customer.token)
    expect(await change(hand)).toMatchObject({ data: { status: 'frozen_user' } })
    await tested.world.db.updateTable('cards').set({ status: 'closed' }).where('id', '=', hand.id).execute()
    expect(await change(hand)).toMatchObject({ key: 'card_closed' })
  })

  test('stands nowhere in our tables', async () => {
    const hand = await activated()
    await change(hand)
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
      tested.world.db,
    )
    for (const { name } of tables) {
      const { rows } = await sql<{
        text: string
      }>`select to_jsonb(t)::text as text from ${sql.table(name)} t`.execute(tested.world.db)
      for (const { text } of rows) {
        expect(text).not.toMatch(/cardPin"/)
        // Not inside a longer number, an id or a time.
        expect(text, name).not.toMatch(/(?<![\w.+:-])(7391|2580)(?![\w.+:-])/)
      }
    }
  })

  async function tellPinBlocked({ issuerCardId }: InHand, at: Date) {
    const event = { id: `evt_${randomUUID()}`, type: 'card.pin_blocked', at: at.toISOString() }
    await sendHook(tested, 'events', { ...event, data: { cardId: issuerCardId } })
    await tested.work()
  }
})
