import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userBill } from '../../src/contract/bill.ts'
import { balanceOf } from '../../src/server/ledger/ledger.ts'
import { openedCard, posting, readyCustomer, tellEvent, workLater } from '../fixtures/cards/cardholder.ts'
import { at, begin, tested } from '../fixtures/ops/card-desk.ts'

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
  expect(await openAlarms()).not.toContain('evt_early')
})

test('a refund that overtakes what was paid is taken once that is there, and so is what takes it back', async () => {
  const customer = await readyCustomer(tested, '500')
  const card = await openedCard(tested, customer, { rechargeAmount: '100' })
  const { db } = tested.world
  const onCard = async () => (await balanceOf(db, card.accountId)).balanceMinor
  const aside = async () =>
    (await at('ann')('events', 'list')).rows
      .filter(({ id }) => String(id).startsWith('evt_ahead'))
      .map(({ id, why }) => `${id} ${why}`)
  const bought = posting(card, '4500.00', { final: false })
  const of = (amount: string) => posting(card, amount, { threadId: bought.id })
  await tellEvent(tested, 'refund.posted', of('9000.00'), 'evt_ahead')
  await tellEvent(tested, 'refund.reversed', of('9000.00'), 'evt_ahead_taken')
  expect([await onCard(), await aside()]).toEqual([
    10000n,
    ['evt_ahead too_large', 'evt_ahead_taken refund_waits'],
  ])
  await tellEvent(tested, 'clearing.posted', { ...of('1000.00'), final: false })
  expect(await aside()).toEqual(['evt_ahead too_large', 'evt_ahead_taken refund_waits'])
  const before = await onCard()
  await tellEvent(tested, 'clearing.posted', { ...bought, threadId: bought.id })
  expect(await aside()).toEqual([])
  expect(await onCard()).toBe(before - 452250n)
  expect(await openAlarms()).not.toEqual(expect.arrayContaining([expect.stringMatching('evt_ahead')]))
  const { list } = await tested.succeed(userBill, { pageSize: 9, page: 1, type: 'refund' }, customer.token)
  expect(list.map(({ amount }) => amount)).toEqual(['-9000', '9000'])
})

test('a refund of far more than was paid waits for two operators, and so does what takes it back', async () => {
  const customer = await readyCustomer(tested, '500')
  const card = await openedCard(tested, customer, { rechargeAmount: '100' })
  const { db } = tested.world
  const onCard = async () => (await balanceOf(db, card.accountId)).balanceMinor
  const why = async (id: string) => (await at('ann')('events', 'list')).rows.find(row => row.id === id)?.why
  await tellEvent(tested, 'refund.posted', posting(card, '5000.00'), 'evt_most')
  expect([await onCard(), await why('evt_most')]).toEqual([510000n, undefined])

  const large = posting(card, '5000.01')
  await tellEvent(tested, 'refund.posted', large, 'evt_large')
  await tellEvent(tested, 'refund.reversed', posting(card, '5000.01', { threadId: large.id }), 'evt_taken')
  const bought = posting(card, '20.00', { final: true })
  await tellEvent(tested, 'clearing.posted', bought)
  const linked = posting(card, '5020.01', { threadId: bought.id })
  await tellEvent(tested, 'refund.posted', linked, 'evt_linked')
  const before = await onCard()
  expect(before).toBe(510000n - 2010n)
  expect(await openAlarms()).toEqual(expect.arrayContaining(['evt_large', 'evt_taken', 'evt_linked']))
  const waits = [await why('evt_large'), await why('evt_taken'), await why('evt_linked')]
  expect(waits).toEqual(['too_large', 'refund_waits', 'too_large'])

  await at('ann')('events', 'retry', 'evt_large')
  await tested.work()
  expect([await onCard(), await why('evt_large')]).toEqual([before, 'too_large'])
  expect((await at('ann')('events', 'accept', 'evt_taken')).isFailed).toBe(true)
  const accepted = (operator: string) => at(operator)('events', 'accept', 'evt_large')
  expect((await accepted('ann')).rows).toEqual([{ id: 'evt_large', isAccepted: false, approvalsMissing: 1 }])
  await tested.work()
  expect([await onCard(), (await accepted('ann')).isFailed]).toEqual([before, true])
  expect((await accepted('bob')).rows).toEqual([{ id: 'evt_large', isAccepted: true, approvalsMissing: 0 }])
  await tested.work()
  expect([await onCard(), (await accepted('cat')).isFailed]).toEqual([before, true])
  const page = { pageSize: 9, page: 1, type: 'refund' } as const
  const { list } = await tested.succeed(userBill, page, customer.token)
  expect(list.map(({ amount }) => amount)).toEqual(['-5000.01', '5000.01', '5000'])
  expect(await why('evt_taken')).toBe(undefined)
  const called = await openAlarms()
  expect(['evt_large', 'evt_taken'].filter(id => called.includes(id))).toEqual([])
})
