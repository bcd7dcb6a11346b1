import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { closeCard } from '../../src/contract/card-control.ts'
import { type TestCustomer, testPin } from '../fixtures/account/customer.ts'
import { moneyOf, openedCard, readyCustomer, startCardWorld } from '../fixtures/cards/cardholder.ts'
import { makeRoom } from '../fixtures/cards/room.ts'
import { throughout } from '../fixtures/throughout.ts'
import { everything, type Story, storyOf, type Telling } from './histories/issuer-story.ts'
import { tellAll } from './histories/issuer-telling.ts'

// A card that its customer closes while the issuer still has things to tell of it.

const tested = throughout(startCardWorld)
let owner: TestCustomer
beforeAll(async () => {
  owner = await readyCustomer(tested, '90000')
})

/** What the wallet and the card have gained together since the questions, when it is closed after them. */
async function closedWith(mix: (story: Story) => Telling[]): Promise<bigint> {
  await makeRoom(tested, owner)
  const card = await openedCard(tested, owner, { rechargeAmount: '500' })
  const story = storyOf(card, everything)
  const told = (path: Telling['path']) => (telling: Telling) => telling.path === path
  await tellAll(tested, [story.all.filter(told('authorization')).map(asked => [asked])])
  const before = await moneyOf(tested, owner, card)
  const input = { id: card.cardId, pin: testPin, requestId: randomUUID() }
  await tested.succeed(closeCard, input, owner.token)
  const events = new Set(mix(story).filter(told('events')))
  await tellAll(tested, [[...events].map(event => [event])])
  const after = await moneyOf(tested, owner, card)
  // Nothing is left on the card but what it may owe.
  expect(after.card).toBeLessThanOrEqual(0n)
  expect(after.held).toBe(0n)
  return (after.wallet - before.wallet) / 10_000n + after.card - before.card
}

test('of a card its customer closed, the wallet and the card together end as in the ordered run', async () => {
  const expected = await closedWith(({ all }) => all)
  const places = [...Array(16).keys()]
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(places, { minLength: places.length }), async order => {
      const mixed = ({ all }: Story) => order.map(place => all[place] as Telling)
      expect(await closedWith(mixed)).toBe(expected)
    }),
    { numRuns: 10 },
  )
}, 600_000)
