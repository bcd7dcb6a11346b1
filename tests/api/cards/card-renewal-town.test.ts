import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { detail } from '../../../src/contract/card.ts'
import { begin, card, customer, town, world } from '../../fixtures/cards/card-town.ts'
import { atIssuer, renew, round } from '../../fixtures/cards/compared.ts'
import { isDue, renewalsOf } from '../../fixtures/cards/renewed.ts'

// Renewals with the sandbox's issuer, over real sockets.

beforeAll(begin)
beforeEach(renew)
afterAll(() => town.close())

const shown = async () => await town.tested.succeed(detail, { id: card.cardId }, customer.token)
async function heard() {
  await expect.poll(() => town.sandbox.webhooks.waiting(), { timeout: 60_000 }).toEqual([])
  await town.tested.work()
}

test('the console brings an expiry near; the card has another date and code in the end, and no date is kept by us', async () => {
  const before = atIssuer()
  town.sandbox.bringNear(card.issuerCardId, 2)
  await heard()
  expect((await shown()).renewal).toMatchObject({ state: 'planned' })
  await isDue(town.tested, card)
  await town.tested.work()
  const after = atIssuer()
  expect((await shown()).renewal).toMatchObject({ state: 'renewed' })
  expect(after).toMatchObject({ number: before.number, state: 'active' })
  expect(after.securityCode).not.toBe(before.securityCode)
  const kept = JSON.stringify(
    [
      await world.db.selectFrom('cards').selectAll().where('id', '=', card.cardId).execute(),
      await world.db.selectFrom('issuer_events').selectAll().execute(),
      await shown(),
    ],
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  )
  expect(kept).not.toContain(after.expiry)
})

test('a word that was lost is heard when cards are compared, once', async () => {
  town.faults.set({ part: 'issuer', kind: 'lose_webhook', count: 1 })
  town.sandbox.bringNear(card.issuerCardId, 1)
  expect(await renewalsOf(town.tested, card)).toEqual([])
  for (let time = 0; time < 2; time++) await round()
  expect(await renewalsOf(town.tested, card)).toMatchObject([{ state: 'planned', hours: 72 }])
})

test('a card whose month is over has expired, and its money is in the wallet', async () => {
  town.sandbox.bringNear(card.issuerCardId, -1)
  await heard()
  expect(await shown()).toMatchObject({ status: 'expired', balance: '0', renewal: null })
})
