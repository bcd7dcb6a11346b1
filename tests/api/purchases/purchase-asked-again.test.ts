import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeBack } from '../../../src/server/hooks/authorization.ts'
import { authorizationRequest } from '../../../src/server/hooks/issuer-words.ts'
import { begin, billsOf, cardWith, money, tested } from '../../fixtures/cards/buyer.ts'
import { ask, posting, question, shop, type TestCard, tellEvent } from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

let card: TestCard
let asked: ReturnType<typeof question>
beforeEach(async () => {
  card = await cardWith('100')
  asked = question(card, { amount: '10.00' })
  expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
})

const no = { decision: 'declined', reason: 'security_check' }
const alarmsOf = async (subject: string) => {
  const alarms = tested.world.db.selectFrom('alarms').select('detail').where('subject', '=', subject)
  return (await alarms.execute()).map(({ detail }) => detail)
}

describe('a question under a name that was used', () => {
  test('gets the first answer when it is the same, whatever the time that it says and however it is written', async () => {
    const again = { ...asked, at: new Date(Date.now() + 1000).toISOString(), amount: '10' }
    expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
    expect(await ask(tested, again)).toEqual({ decision: 'approved' })
    expect(await money(card)).toEqual([10000n, 1005n])
    expect(await alarmsOf(asked.id)).toEqual([])
  })

  test.each([
    ['amount', { amount: '90.00' }],
    ['currency', { currency: 'EUR' }],
    ['threadId', { threadId: 'another' }],
    ['kind', { kind: 'incremental' }],
    ['channel', { channel: 'atm' }],
    ['name', { merchant: { ...shop, name: 'Another shop' } }],
    ['country', { merchant: { ...shop, country: 'GB' } }],
  ])('gets a no when it has another %s, and the first one stays as it was', async (field, other) => {
    for (let time = 0; time < 2; time++) expect(await ask(tested, { ...asked, ...other })).toEqual(no)
    expect(await alarmsOf(asked.id)).toMatchObject([{ differs: [field] }])
    expect(await money(card)).toEqual([10000n, 1005n])
    expect(await billsOf(card)).toEqual(['cardTransaction -10 pending'])
    expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
  })

  test('gets a no when it is of another card, and one that nobody knows', async () => {
    const another = await cardWith('100')
    for (const cardId of [another.issuerCardId, 'nobody'])
      expect(await ask(tested, { ...asked, cardId })).toEqual(no)
    expect(await money(another)).toEqual([10000n, 0n])
  })

  test('gets a no when that was an event', async () => {
    const id = `evt_${randomUUID()}`
    await tellEvent(tested, 'card.updated', { cardId: card.issuerCardId, state: 'active' }, id)
    expect(await ask(tested, question(card, { id }))).toEqual(no)
    expect(await alarmsOf(id)).toMatchObject([{ differs: ['type'] }])
  })

  test('gets a no when that was a claim of the same purchase, and nothing is approved that is not reserved', async () => {
    const { threadId } = asked
    const claim = posting(card, '5.00', { threadId, final: true })
    await tellEvent(tested, 'clearing.posted', claim)
    const before = await money(card)
    expect(await ask(tested, question(card, { id: claim.id, threadId, amount: '4000.00' }))).toEqual(no)
    expect(await alarmsOf(claim.id)).toMatchObject([{ differs: ['type'] }])
    expect(await money(card)).toEqual(before)
    expect(await billsOf(card)).toEqual(['consume -5 done'])
  })

  test('takes back nothing of the first one when it comes too late to be answered', async () => {
    const other = { ...asked, amount: '90.00' }
    await takeBack(tested.world, { request: authorizationRequest.parse(other), payload: other })
    expect(await money(card)).toEqual([10000n, 1005n])
    expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
  })
})
