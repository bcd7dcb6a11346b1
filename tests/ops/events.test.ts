import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../src/server/ledger/ledger.ts'
import { openedCard, posting, readyCustomer, tellEvent, workLater } from '../api/cardholder.ts'
import { at, begin, tested } from './card-desk.ts'

beforeAll(begin)
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

test('a refund that is told of another card than its purchase was is put aside, and moves nothing', async () => {
  const customer = await readyCustomer(tested, '500')
  const [card, another] = [
    await openedCard(tested, customer, { rechargeAmount: '100' }),
    await openedCard(tested, customer),
  ]
  const bought = posting(card, '20.00', { final: true })
  await tellEvent(tested, 'clearing.posted', bought)
  const threadId = bought.id
  const balances = async () => [
    (await balanceOf(tested.world.db, card.accountId)).balanceMinor,
    (await balanceOf(tested.world.db, another.accountId)).balanceMinor,
  ]
  const before = await balances()
  await tellEvent(tested, 'refund.posted', posting(another, '5.00', { threadId }), 'evt_other_card')
  expect(await balances()).toEqual(before)
  expect((await at('ann')('events', 'list')).rows).toContainEqual(
    expect.objectContaining({ id: 'evt_other_card', type: 'refund.posted', why: 'other_card' }),
  )
  expect(await openAlarms()).toContain('evt_other_card')
  const jobs = await tested.world.db
    .selectFrom('jobs')
    .select('id')
    .where('key', '=', 'evt_other_card')
    .execute()
  expect(jobs).toEqual([])
})

test.each(['clearing.posted', 'refund.posted'])(
  'a %s that was told of another purchase is put aside',
  async type => {
    const customer = await readyCustomer(tested, '500')
    const [card, another] = [
      await openedCard(tested, customer, { rechargeAmount: '100' }),
      await openedCard(tested, customer, { rechargeAmount: '100' }),
    ]
    const told = { ...posting(card, '20.00', {}), ...(type === 'clearing.posted' && { final: true }) }
    await tellEvent(tested, type, told)
    const ids = [`evt_${randomUUID()}`, `evt_${randomUUID()}`]
    await tellEvent(tested, type, { ...told, threadId: 'another purchase' }, ids[0])
    await tellEvent(
      tested,
      type,
      { ...told, threadId: 'of another card', cardId: another.issuerCardId },
      ids[1],
    )
    const { rows } = await at('ann')('events', 'list')
    for (const id of ids) expect(rows).toContainEqual(expect.objectContaining({ id, why: 'other_purchase' }))
    const shown = tested.world.db
      .selectFrom('purchases')
      .select('id')
      .where('card_id', 'in', [card.cardId, another.cardId])
    expect(await shown.execute()).toHaveLength(1)
  },
)

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
