import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { activateCard, cardActivation, updateCardPIN } from '../../../src/contract/application.ts'
import type { Call } from '../../../src/contract/call.ts'
import { detail } from '../../../src/contract/card.ts'
import { freeze, unfreeze } from '../../../src/contract/card-control.ts'
import { messages } from '../../../src/contract/message.ts'
import { statusOf } from '../../../src/server/cards/states/status.ts'
import type { CardFlags, CardStatus } from '../../../src/server/cards/tables.ts'
import { type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { applicant, movedTo, referenceOf } from '../../fixtures/cards/applicant.ts'
import {
  ask,
  openedCard,
  question,
  readyCustomer,
  sendHook,
  setStatus,
  startCardWorld,
  type TestCard,
  tellEvent,
  workLater,
} from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'

// A card may be frozen by its customer and by its issuer, wait for its activation and have a blocked PIN, all at once:
// whatever of it comes first, the card ends in the same state.

const tested = throughout(startCardWorld)
let customer: TestCustomer
let card: TestCard
let physical: { cardId: string; issuerCardId: string; code: string; owner: TestCustomer }
beforeAll(async () => {
  customer = await readyCustomer(tested, '1000')
  card = await openedCard(tested, customer, { rechargeAmount: '100' })
  physical = await inHand()
})

/** A physical card that has come with its letter. */
async function inHand() {
  const who = await applicant(tested)
  const { id, physicalCardId } = await movedTo(tested, who, 'approved', 'printing', 'shipped', 'delivered')
  const order = tested.issuer.orders.get(await referenceOf(tested, id))
  return {
    cardId: physicalCardId ?? '',
    issuerCardId: order?.issuerCardId ?? '',
    code: order?.activationCode ?? '',
    owner: who.customer,
  }
}

/** As if nothing had ever been told of the card, and it frozen nowhere. */
async function anew({ cardId, issuerCardId }: { cardId: string; issuerCardId: string }, status: CardStatus) {
  const { db } = tested.world
  await setStatus(db, { cardId }, status)
  await db.updateTable('cards').set({ pin_set_at: null }).where('id', '=', cardId).execute()
  await db.deleteFrom('issuer_events').where('subject', '=', `card:${cardId}`).execute()
  await sql`delete from messages where params ->> 'status' is not null`.execute(db)
  const kept = atIssuer(issuerCardId)
  if (kept) Object.assign(kept, { isFrozen: false, state: 'active' })
  tested.issuer.calls.length = 0
}

const atIssuer = (issuerCardId: string) =>
  [...tested.issuer.cards.values()].find(each => each.issuerCardId === issuerCardId)

/** The issuer freezes a card, or lets it go: there at once, and told. */
async function issuerSays(state: 'frozen' | 'active') {
  Object.assign(atIssuer(card.issuerCardId) ?? {}, { isFrozen: state === 'frozen', state })
  await tellEvent(tested, 'card.updated', { cardId: card.issuerCardId, state })
}

const own = (call: typeof freeze | typeof unfreeze) => tested.send(call, { id: card.cardId }, customer.token)
const status = async () => (await tested.succeed(detail, { id: card.cardId }, customer.token)).status
const told = async () =>
  (
    await tested.succeed(messages, { pageSize: 100, page: 1, noticeType: 'cardState' }, customer.token)
  ).list.map(({ params }) => params.status)

describe('a card that its customer and its issuer have frozen', () => {
  test.each([
    ['the customer first', [freeze, 'frozen']],
    ['the issuer first', ['frozen', freeze]],
  ] as const)('%s, is not unfrozen by its customer and pays nothing', async (_, order) => {
    await anew(card, 'active')
    for (const act of order) {
      if (typeof act === 'string') await issuerSays(act)
      else expect(await own(act)).toMatchObject({ code: 1 })
      await tested.work()
    }
    expect(await status()).toBe('frozen_risk')
    expect(await own(unfreeze)).toMatchObject({ key: 'card_frozen' })
    await workLater(tested)
    expect(atIssuer(card.issuerCardId)?.isFrozen).toBe(true)
    expect(await ask(tested, question(card))).toMatchObject({ decision: 'declined' })
    await issuerSays('active')
    expect(await status()).toBe('frozen_user')
    // The issuer let go of the one freeze it keeps, so it has heard of the customer's again.
    expect(atIssuer(card.issuerCardId)?.isFrozen).toBe(true)
    expect(await own(unfreeze)).toMatchObject({ data: { status: 'active' } })
    await tested.work()
    expect(atIssuer(card.issuerCardId)?.isFrozen).toBe(false)
  })

  test('stays frozen at the issuer when the word of an unfreeze comes after its freeze', async () => {
    await anew(card, 'active')
    await own(freeze)
    await tested.work()
    tested.issuer.behaveAt('setFrozen', 'does nothing and is not heard')
    await own(unfreeze)
    await tested.work()
    await issuerSays('frozen')
    const before = tested.issuer.calls.filter(call => call === 'setFrozen').length
    await workLater(tested)
    expect(atIssuer(card.issuerCardId)?.isFrozen).toBe(true)
    expect(tested.issuer.calls.filter(call => call === 'setFrozen')).toHaveLength(before)
    await issuerSays('active')
    expect([await status(), atIssuer(card.issuerCardId)?.isFrozen]).toEqual(['active', false])
  })

  test('tells its customer of each state that it comes to, and of nothing else', async () => {
    await anew(card, 'active')
    await issuerSays('frozen')
    for (let times = 0; times < 2; times++)
      expect(await own(freeze)).toMatchObject({ data: { status: 'frozen_risk' } })
    await issuerSays('frozen')
    await issuerSays('active')
    await own(unfreeze)
    expect(await told()).toEqual(['active', 'frozen_user', 'frozen_risk'])
  })

  test('is not given back by its issuer when that is an old word', async () => {
    await anew(card, 'active')
    await own(freeze)
    const tell = (state: string, at: string) =>
      sendHook(tested, 'events', {
        ...{ id: `evt_${randomUUID()}`, type: 'card.updated', at },
        data: { cardId: card.issuerCardId, state },
      })
    await tell('frozen', '2026-01-01T00:00:02.000Z')
    await tested.work()
    await tell('active', '2026-01-01T00:00:01.000Z')
    await tested.work()
    expect(await status()).toBe('frozen_risk')
  })
})

describe('a card that waits for its activation', () => {
  const say = <C extends Call>(call: C, fields: Record<string, unknown> = {}) =>
    tested.send(call, { id: physical.cardId, ...fields }, physical.owner.token)

  test('is frozen and unfrozen, and waits again; its customer is told so', async () => {
    await anew(physical, 'inactive')
    expect(await say(freeze)).toMatchObject({ data: { status: 'frozen_user' } })
    expect(await say(updateCardPIN, { cardPin: '7391', pin: testPin })).toMatchObject({
      key: 'modify_failed',
      data: { reason: 'inactive' },
    })
    expect(await say(unfreeze)).toMatchObject({ data: { status: 'inactive' } })
    const page = { pageSize: 1, page: 1, noticeType: 'cardState' }
    const { list } = await tested.succeed(messages, page, physical.owner.token)
    expect(list[0]?.content).toMatch(/no longer frozen. Activate it/)
  })

  /** What may happen to a card, in strands: each keeps its order, and any of them comes between any others. */
  const strands = {
    customer: ['freeze', 'unfreeze', 'freeze'],
    issuer: ['issuer freezes', 'issuer lets go', 'issuer freezes'],
    owner: ['activate', 'PIN blocked', 'PIN renewed', 'old word of a block', 'PIN blocked again'],
  } as const
  type Act = (typeof strands)[keyof typeof strands][number]

  const tell = async (type: string, secondsFromNow: number, data: object = {}) => {
    const at = new Date(Date.now() + secondsFromNow * 1000).toISOString()
    const event = { id: `evt_${randomUUID()}`, type, at, data: { cardId: physical.issuerCardId, ...data } }
    expect((await sendHook(tested, 'events', event)).statusCode).toBe(200)
    await tested.work()
  }
  const activate = async () => {
    const answer = await say(activateCard, { activationCode: physical.code })
    const { activationTicket } = (answer as { data: { activationTicket: string } }).data
    return await say(cardActivation, { activationTicket, cardPin: '2580' })
  }
  let seconds = 0
  const carryOut: Record<Act, () => Promise<unknown>> = {
    freeze: () => say(freeze),
    unfreeze: () => say(unfreeze),
    'issuer freezes': () => tell('card.updated', seconds++, { state: 'frozen' }),
    'issuer lets go': () => tell('card.updated', seconds++, { state: 'active' }),
    activate,
    'PIN blocked': () => tell('card.pin_blocked', 3600),
    'PIN renewed': () => say(updateCardPIN, { cardPin: '7391', pin: testPin }),
    'old word of a block': () => tell('card.pin_blocked', -3600),
    'PIN blocked again': () => tell('card.pin_blocked', 7200),
  }
  const comesOf: Record<Act, Partial<CardFlags>> = {
    freeze: { frozen_by_customer: true },
    unfreeze: { frozen_by_customer: false },
    'issuer freezes': { frozen_by_issuer: true },
    'issuer lets go': { frozen_by_issuer: false },
    activate: { is_activated: true, is_pin_blocked: false },
    'PIN blocked': { is_pin_blocked: true },
    'PIN renewed': { is_pin_blocked: false },
    'old word of a block': {},
    'PIN blocked again': { is_pin_blocked: true },
  }

  /** The state that strands end in, from each strand's own end alone. */
  function endOf(acts: readonly Act[]): CardStatus {
    const flags = { frozen_by_customer: false, frozen_by_issuer: false, is_pin_blocked: false }
    const so: CardFlags = { ...flags, is_activated: false }
    for (const act of acts) Object.assign(so, comesOf[act])
    return statusOf({ ...so, status: 'active' })
  }

  /** Carries acts out in that order. What the customer is refused while the issuer holds the card, they do afterwards. */
  async function reach(acts: readonly Act[]): Promise<CardStatus> {
    await anew(physical, 'inactive')
    let refused: Act[] = []
    for (const act of acts) {
      const isOwn = act === 'freeze' || act === 'unfreeze'
      if (isOwn && refused.length > 0) {
        refused.push(act)
        continue
      }
      const answer = await carryOut[act]()
      if (act === 'unfreeze' && 'key' in (answer as object)) refused = [act]
      else if (answer) expect([acts, act, answer]).toMatchObject([acts, act, { code: 1 }])
      if (act !== 'issuer lets go') continue
      for (const late of refused) expect(await carryOut[late]()).toMatchObject({ code: 1 })
      refused = []
    }
    await workLater(tested)
    const { status } = await tested.succeed(detail, { id: physical.cardId }, physical.owner.token)
    return status as CardStatus
  }

  test('ends in the same state after each order of one freeze, the other, its activation and a blocked PIN', async () => {
    const once: Act[][] = [['freeze'], ['issuer freezes'], ['activate', 'PIN blocked']]
    const all = [once, ...once.map(left => once.filter(strand => strand !== left))]
    for (const some of all)
      for (const order of mixesOf(some))
        expect([order, await reach(order)]).toEqual([order, endOf(some.flat())])
  }, 120_000)

  test('ends in the same state in whatever order its customer, its issuer and its PIN have their turns', async () => {
    const parts = fc.record({
      customer: fc.nat({ max: strands.customer.length }),
      issuer: fc.nat({ max: strands.issuer.length }),
      owner: fc.nat({ max: strands.owner.length }),
    })
    const mixed = parts.chain(({ customer, issuer, owner }) => {
      const cut: Act[][] = [
        strands.customer.slice(0, customer),
        strands.issuer.slice(0, issuer),
        strands.owner.slice(0, owner),
      ]
      const turns = cut.flatMap((acts, strand) => acts.map(() => strand))
      return fc.tuple(
        fc.constant(cut),
        fc.shuffledSubarray(turns, { minLength: turns.length, maxLength: turns.length }),
      )
    })
    await fc.assert(
      fc.asyncProperty(mixed, async ([cut, turns]) => {
        const left = cut.map(acts => [...acts])
        const order = turns.map(strand => left[strand]?.shift() as Act)
        expect([order, await reach(order)]).toEqual([order, endOf(cut.flat())])
      }),
      { numRuns: 40 },
    )
  }, 120_000)
})

/** Every way to go through a few strands at once. */
function mixesOf<T>(strands: readonly (readonly T[])[]): T[][] {
  if (strands.every(({ length }) => length === 0)) return [[]]
  return strands.flatMap(([first, ...rest], place) =>
    first === undefined ? [] : mixesOf(strands.with(place, rest)).map(mix => [first, ...mix]),
  )
}
