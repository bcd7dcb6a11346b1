import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../src/server/ledger/ledger.ts'
import {
  type CardWorld,
  openedCard,
  posting,
  readyCustomer,
  startCardWorld,
  tellEvent,
  workLater,
} from '../api/cardholder.ts'
import { type desk, deskOn } from './desk.ts'

let tested: CardWorld
let at: ReturnType<typeof desk>
beforeAll(async () => {
  tested = await startCardWorld()
  at = await deskOn(tested.world.db)
})
afterAll(() => tested.close())

const openAlarms = async () => (await at('ann')('alarms', 'list')).rows.map(({ subject }) => subject)

test('what the issuer tells and we do not know is kept, and one alarm calls a person for each type', async () => {
  await tellEvent(tested, 'card.renamed', { cardId: 'card_1' }, 'evt_new_1')
  await tellEvent(tested, 'card.renamed', { cardId: 'card_2' }, 'evt_new_2')
  await tellEvent(tested, 'card.updated', { cardId: 'card_1', state: 'melted' }, 'evt_odd')
  await tested.work()
  expect((await at('ann')('events', 'list')).rows).toMatchObject([
    { id: 'evt_new_1', type: 'card.renamed', why: 'unknown' },
    { id: 'evt_new_2', type: 'card.renamed', why: 'unknown' },
    { id: 'evt_odd', type: 'card.updated', why: 'nonsense' },
  ])
  expect((await openAlarms()).sort()).toEqual(['card.renamed', 'evt_odd'])
  const { rows } = await at('ann')('events', 'show', 'evt_odd')
  expect(rows[0]).toMatchObject({ payload: { data: { state: 'melted' } } })
})

test('a clearing of a card that never appeared is followed once it is there', async () => {
  const customer = await readyCustomer(tested, '500')
  const card = await openedCard(tested, customer, { rechargeAmount: '100' })
  const { db } = tested.world
  const hide = (issuerCardId: string) =>
    db.updateTable('cards').set({ issuer_card_id: issuerCardId }).where('id', '=', card.cardId).execute()
  await hide('not there yet')
  await tellEvent(tested, 'clearing.posted', posting(card, '20.00', { final: true }), 'evt_early')
  await sql`update issuer_events set received_at = now() - interval '61 minutes' where id = 'evt_early'`.execute(
    db,
  )
  await workLater(tested)
  expect(await openAlarms()).toContain('evt_early')
  await hide(card.issuerCardId)
  const before = await balanceOf(db, card.accountId)
  expect(await at('ann')('events', 'retry', 'evt_early')).toMatchObject({ isFailed: false })
  await tested.work()
  expect((await balanceOf(db, card.accountId)).balanceMinor).toBeLessThan(before.balanceMinor - 1999n)
  expect((await at('ann')('events', 'retry', 'evt_early')).isFailed).toBe(true)
  expect((await at('ann')('events', 'list')).rows.map(({ id }) => id)).not.toContain('evt_early')
})
