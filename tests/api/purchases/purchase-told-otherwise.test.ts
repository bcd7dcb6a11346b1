import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { begin, billsOf, cardWith, money, purchaseOf, tested } from '../../fixtures/cards/buyer.ts'
import { ask, posting, question, type TestCard, tellEvent } from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

let card: TestCard
beforeEach(async () => {
  card = await cardWith('100')
})

const newId = () => `evt_${randomUUID()}`
const alarmsOf = async (subject: string) => {
  const alarms = await tested.world.db
    .selectFrom('alarms')
    .select(['kind', 'detail'])
    .where('subject', '=', subject)
    .where('settled_at', 'is', null)
    .execute()
  return alarms.map(({ kind, detail }) => [kind, detail.why].join(' ').trim())
}

describe('what is told twice under one name', () => {
  test.each([
    ['another sum', 'clearing.posted', { amount: '70.00' }],
    ['another end', 'clearing.posted', { final: false }],
    ['a refund', 'refund.posted', {}],
  ])('counts as it was told first, and %s is put aside', async (_what, type, other) => {
    const first = posting(card, '20.00', { final: true })
    await tellEvent(tested, 'clearing.posted', first)
    const before = await money(card)
    const id = newId()
    await tellEvent(tested, type, { ...first, threadId: first.id, ...other }, id)
    expect(await alarmsOf(id)).toEqual(['issuer_event_ignored told_otherwise'])
    // Whatever the database gives first, the next word is reckoned from what was charged.
    await tellEvent(tested, 'clearing.posted', posting(card, '1.00', { threadId: first.id, final: true }))
    expect(await money(card)).toEqual([(before[0] ?? 0n) - 101n, 0n])
    expect(await purchaseOf(first.id)).toMatchObject({ cleared: 2100n, refunded: 0n })
  })

  test('is the same with the time told anew, and moves nothing again', async () => {
    const asked = question(card, { amount: '20.00' })
    await ask(tested, asked)
    const clearing = posting(card, '20.00', { threadId: asked.threadId, final: true })
    const ids = [newId(), newId(), newId()]
    for (const id of ids) await tellEvent(tested, 'clearing.posted', clearing, id)
    expect(await money(card)).toEqual([10000n - 2010n, 0n])
    expect(await billsOf(card)).toEqual(['consume -20 done'])
    for (const id of ids) expect(await alarmsOf(id)).toEqual([])
  })

  test('by one event with other words calls a person, and the first words stand', async () => {
    const id = newId()
    const first = posting(card, '20.00', { final: true })
    await tellEvent(tested, 'clearing.posted', first, id)
    const before = await money(card)
    await tellEvent(tested, 'clearing.posted', first, id)
    expect(await alarmsOf(id)).toEqual([])
    await tellEvent(tested, 'clearing.posted', { ...first, amount: '21.00' }, id)
    expect(await alarmsOf(id)).toEqual(['issuer_contradicts'])
    expect(await money(card)).toEqual(before)
  })

  test('by an event that bears the name of a question calls a person', async () => {
    const asked = question(card, { amount: '20.00' })
    await ask(tested, asked)
    await tellEvent(tested, 'authorization.reversed', { ...asked }, asked.id)
    expect(await alarmsOf(asked.id)).toEqual(['issuer_contradicts'])
    expect(await money(card)).toEqual([10000n, 2010n])
  })
})

test('a posting whose name is made of another one and a word of ours hinders neither', async () => {
  const asked = question(card, { amount: '10.00' })
  await ask(tested, asked)
  const more = posting(card, '12.00', { threadId: asked.threadId, final: true })
  await tellEvent(
    tested,
    'clearing.posted',
    posting(card, '1.00', { id: `${more.id}:beyond-hold`, final: true }),
  )
  await tellEvent(tested, 'clearing.posted', more)
  expect(await purchaseOf(asked.threadId)).toMatchObject({ status: 'posted', cleared: 1200n })
})
