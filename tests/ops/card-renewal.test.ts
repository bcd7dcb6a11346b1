import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginDeletion } from '../../src/server/account/deletions.ts'
import { renewRound } from '../../src/server/jobs/renew-cards.ts'
import { openedCard, readyCustomer } from '../fixtures/cards/cardholder.ts'
import { cardAt, isDue, nears, renewalsOf } from '../fixtures/cards/renewed.ts'
import { at, begin, tested } from '../fixtures/ops/card-desk.ts'

beforeAll(begin)
afterAll(() => tested.close())

const card = async () => openedCard(tested, await readyCustomer(tested, '100'))
const round = async () => {
  await renewRound(tested.world)
  await tested.work()
}
const alarms = async (subject: string) =>
  (await at('ann')('alarms', 'list')).rows.filter(row => row.subject === subject).map(({ kind }) => kind)

test('a renewal that the issuer refused is asked for anew, under another name; its alarm is closed by a yes', async () => {
  const refused = await card()
  await nears(tested, refused)
  await isDue(tested, refused)
  tested.issuer.behaveAt('renew', 'declines')
  await tested.work()
  expect(await alarms(refused.cardId)).toEqual(['card_not_renewed'])
  expect((await at('ann')('cards', 'renew', refused.cardId)).rows).toEqual([
    { id: refused.cardId, isAsked: true },
  ])
  await round()
  const states = (await renewalsOf(tested, refused)).map(({ state }) => state)
  expect([states, cardAt(tested, refused).renewals.length]).toEqual([['refused', 'renewed'], 1])
  expect(await alarms(refused.cardId)).toEqual([])
  const { rows } = await at('ann')('audits', 'list', `--subject=${refused.cardId}`)
  expect(rows.map(({ verb }) => verb)).toEqual(['card.renew'])
})

test('one that is planned is asked for at once, and nothing else is', async () => {
  const planned = await card()
  const renew = () => at('ann')('cards', 'renew', planned.cardId)
  expect((await renew()).said).toContain('its expiry is not near')
  await nears(tested, planned)
  await renew()
  await round()
  expect((await renewalsOf(tested, planned)).map(({ state }) => state)).toEqual(['renewed'])
  expect((await renew()).said).toContain('nothing to renew: renewed')
  expect((await at('ann')('cards', 'renew', 'no-card')).said).toContain('A card is named by its id')
})

test('none is asked for while its account is about to be deleted, and that is said', async () => {
  const customer = await readyCustomer(tested, '100')
  const planned = await openedCard(tested, customer)
  await nears(tested, planned)
  await beginDeletion(tested.world.db, { userId: customer.userId, reason: undefined })
  expect((await at('ann')('cards', 'renew', planned.cardId)).said).toContain('about to be deleted')
  await round()
  expect(await renewalsOf(tested, planned)).toMatchObject([{ state: 'planned', hours: 720 }])
})

test('one that was planned anew goes on, also where a clock that ran ahead had written the refused one', async () => {
  const refused = await card()
  await nears(tested, refused)
  await isDue(tested, refused)
  tested.issuer.behaveAt('renew', 'declines')
  await tested.work()
  const { db } = tested.world
  const told_at = sql<Date>`now() + interval '1 hour'`
  await db.updateTable('card_renewals').set({ told_at }).where('card_id', '=', refused.cardId).execute()
  await at('ann')('cards', 'renew', refused.cardId)
  await round()
  expect((await renewalsOf(tested, refused)).map(({ state }) => state).sort()).toEqual(['refused', 'renewed'])
})
