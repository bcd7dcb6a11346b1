import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeCard } from '../../src/contract/card-control.ts'
import { format } from '../../src/contract/money.ts'
import { factOf, threadOf } from '../../src/server/cards/thread.ts'
import { houseAccount, post } from '../../src/server/ledger/ledger.ts'
import {
  type CardWorld,
  moneyOf,
  openedCard,
  posting,
  question,
  readyCustomer,
  sendHook,
  startCardWorld,
  type TestCard,
  timePasses,
} from '../api/cardholder.ts'
import { type TestCustomer, testPin } from '../api/customer.ts'

// What the issuer tells has one end, in whatever order and however often it is told: EVENT_ORDERS of them through the
// hooks and the books, and 5,000 of the same facts without.

const orders = Number(process.env.EVENT_ORDERS ?? 40)

let tested: CardWorld
let customer: TestCustomer
beforeAll(async () => {
  tested = await startCardWorld()
  customer = await readyCustomer(tested, '100000')
})
afterAll(() => tested.close())

/** One thing the issuer says: a question or an event. */
interface Telling {
  path: 'authorization' | 'events'
  body: Record<string, unknown> & { id: string }
}

/** The purchases of one story, by what they are about, and all that is told of them, in the order it happened. */
interface Story {
  threads: Record<string, string>
  all: Telling[]
}

const timeOf = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const eventId = () => `evt_${randomUUID()}`

/** Every kind of event there is (research A2), on five purchases. */
function everything(card: TestCard): Story {
  const [hotel, late, denied] = ['hotel', 'late', 'denied'].map(name => `thr_${name}_${randomUUID()}`)
  const all: Telling[] = []
  const asked = (threadId: string | undefined, amount: string, kind = 'authorization') => {
    const body = question(card, { threadId, amount, kind, at: timeOf(all.length) })
    all.push({ path: 'authorization', body })
    return body
  }
  const told = (type: string, data: Record<string, unknown>) => {
    all.push({ path: 'events', body: { id: eventId(), type, at: timeOf(all.length), data } })
    return String(data.id)
  }
  const posted = (type: string, amount: string, threadId?: string, more: object = {}) =>
    told(type, posting(card, amount, { threadId: threadId ?? null, ...more }))
  const cardId = card.issuerCardId

  asked(hotel, '60.00')
  asked(hotel, '15.00', 'incremental')
  told('authorization.reversed', { threadId: hotel, cardId, amount: '5.00' })
  posted('clearing.posted', '40.00', hotel, { final: false })
  posted('clearing.posted', '41.25', hotel, { final: true })
  posted('refund.posted', '12.00', hotel)
  posted('refund.reversed', '7.00', hotel)
  posted('dispute.credited', '30.00', hotel)
  posted('dispute.reversed', '30.00', hotel)
  asked(late, '22.22')
  told('authorization.expired', { threadId: late, cardId })
  posted('clearing.posted', '22.22', late, { final: true })
  const no = asked(denied, '9.00')
  const why = { reason: 'no_answer', authorizationId: no.id, merchant: no.merchant }
  told('authorization.declined_by_issuer', { threadId: denied, cardId, amount: '9.00', ...why })
  const forced = posted('clearing.posted', '3.33', undefined, { final: true })
  const unlinked = posted('refund.posted', '4.44')
  return {
    threads: { hotel: hotel ?? '', late: late ?? '', denied: denied ?? '', forced, unlinked },
    all,
  }
}

async function tellAll(told: readonly Telling[], { atOnce }: { atOnce: boolean }) {
  const tell = async ({ path, body }: Telling) =>
    expect((await sendHook(tested, path, body)).statusCode).toBe(200)
  if (atOnce) {
    await Promise.all(told.map(tell))
    await tested.work()
    return
  }
  for (const one of told) {
    await tell(one)
    await tested.work()
  }
}

/** Never short of money, of time or of limits: whether there is enough does depend on the order. */
async function refresh(card: TestCard) {
  await timePasses(tested, card, 24 * 31)
  const { db } = tested.world
  const houseId = await houseAccount(db, { code: 'issuer', currency: 'USD' })
  const entries = [
    { accountId: houseId, amountMinor: -50_000n },
    { accountId: card.accountId, amountMinor: 50_000n },
  ]
  await post(db, { idempotencyKey: `test:${randomUUID()}`, reason: 'test', entries })
}

/** All that a story has left: what moved, how each purchase stands, its rows, and what counts against the limits. */
async function outcomeOf(card: TestCard, { threads, all }: Story, told: readonly Telling[], atOnce = false) {
  await refresh(card)
  const before = await moneyOf(tested, customer, card)
  await tellAll(told, { atOnce })
  const after = await moneyOf(tested, customer, card)
  const moved = after.card - before.card
  const stands = await Promise.all(
    Object.entries(threads).map(async ([name, threadId]) => [name, await standing(threadId)] as const),
  )
  const done = stands.reduce((sum, [, { doneMinor }]) => sum + doneMinor, 0n)
  // What the rows say is what the card has felt.
  expect(done).toBe(moved)
  const factIds = new Map(all.map(({ body }, place) => [nameOf(body), place]))
  const uses = await tested.world.db
    .selectFrom('card_uses')
    .select(['fact_id', 'amount_minor'])
    .where('card_id', '=', card.cardId)
    .where('fact_id', 'in', [...factIds.keys()])
    .execute()
  return {
    moved,
    held: after.held - before.held,
    stands: Object.fromEntries(stands),
    uses: uses.map(({ fact_id, amount_minor }) => `${factIds.get(fact_id)}: ${amount_minor}`).sort(),
  }
}

/** What a fact is called: a clearing by its own id, whichever event tells of it. */
function nameOf({ id, data }: Record<string, unknown>): string {
  return String((data as { id?: string } | undefined)?.id ?? id)
}

async function standing(threadId: string) {
  const { db } = tested.world
  const purchase = await db
    .selectFrom('purchases')
    .select(['id', 'status', 'asked_minor', 'cleared_minor', 'refunded_minor', 'fee_minor', 'reason'])
    .where('thread_id', '=', threadId)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('bills')
    .select(['kind', 'status', 'amount_minor', 'remark'])
    .where('trace_id', '=', purchase?.id ?? randomUUID())
    .execute()
  const sum = (isWanted: (row: (typeof rows)[number]) => boolean) =>
    rows.reduce((sum, row) => (isWanted(row) ? sum + row.amount_minor : sum), 0n)
  return {
    purchase: { ...purchase, id: '' },
    main: rows.filter(({ kind }) => kind === 'consume' || kind === 'cardTransaction'),
    refunds: rows
      .filter(({ kind }) => kind === 'refund')
      .map(({ amount_minor, remark }) => `${amount_minor} ${JSON.stringify(remark)}`)
      .sort(),
    feesMinor: sum(({ kind }) => kind === 'fee'),
    doneMinor: sum(({ status }) => status === 'done'),
  }
}

/** Twice as many tellings as there are, each once at least, in any order. */
const mixing = (count: number) =>
  fc
    .tuple(
      fc.shuffledSubarray([...Array(count).keys()]),
      fc.shuffledSubarray([...Array(count).keys()], { minLength: count }),
    )
    .chain(([again, each]) =>
      fc.shuffledSubarray([...each, ...again], { minLength: each.length + again.length }),
    )

const inOrder = (story: Story, order: readonly number[]) => order.map(place => story.all[place] as Telling)

describe('in whatever order and however often the issuer tells', { timeout: 3600_000 }, () => {
  test('5,000 orders of the facts of every kind leave each purchase the same', async () => {
    const card = await openedCard(tested, customer, { rechargeAmount: '500' })
    const story = everything(card)
    await tellAll(story.all, { atOnce: false })
    const rows = await tested.world.db
      .selectFrom('issuer_events')
      .select('fact')
      .where('subject', 'in', Object.values(story.threads))
      .where('fact', 'is not', null)
      .orderBy('received_at')
      .execute()
    const facts = rows.flatMap(({ fact }) => (fact ? [{ thread: '', fact: factOf(fact) }] : []))
    expect(facts).toHaveLength(story.all.length)
    const hotel = facts.slice(0, 9).map(({ fact }) => fact)
    const expected = threadOf(hotel)
    expect(expected).toMatchObject({
      status: 'posted',
      heldMinor: 0n,
      clearedMinor: 8125n,
      refundedMinor: 500n,
    })
    fc.assert(
      fc.property(mixing(hotel.length), order => {
        expect(threadOf(order.map(place => hotel[place] as (typeof hotel)[number]))).toEqual(expected)
      }),
      { numRuns: 5000 },
    )
  })

  test('the books, the purchases, their rows and what counts for the limits end as in the ordered run', async () => {
    const card = await openedCard(tested, customer, { rechargeAmount: '9000' })
    const ordered = everything(card)
    const expected = await outcomeOf(card, ordered, ordered.all)
    expect(expected).toMatchObject({ held: 0n, stands: { late: { purchase: { status: 'posted' } } } })
    await fc.assert(
      fc.asyncProperty(mixing(ordered.all.length), fc.boolean(), async (order, atOnce) => {
        const story = everything(card)
        expect(await outcomeOf(card, story, inOrder(story, order), atOnce)).toEqual(expected)
      }),
      { numRuns: orders },
    )
  })

  const cents = fc.bigInt(1n, 3000n).map(minor => format(minor, 'USD'))
  const event = fc.oneof(
    fc.record({ type: fc.constant('authorization.reversed'), amount: cents }),
    fc.record({ type: fc.constant('authorization.expired') }),
    fc.record({ type: fc.constant('clearing.posted'), amount: cents, final: fc.boolean() }),
    fc.record({ type: fc.constant('refund.posted'), amount: cents }),
    fc.record({ type: fc.constant('refund.reversed'), amount: cents }),
    fc.record({ type: fc.constant('dispute.credited'), amount: cents }),
    fc.record({ type: fc.constant('incremental'), amount: cents }),
    fc.record({ type: fc.constant('denied'), amount: cents }),
  )
  const history = fc.record({ amount: cents, later: fc.array(event, { minLength: 1, maxLength: 5 }) })
  type History = { amount: string; later: { type: string }[] }

  /** A raise that was heard of first: its fee was once reckoned from what else had been heard by then. */
  const aCentShort: [History, number[]] = [
    {
      amount: '0.04',
      later: [
        { type: 'clearing.posted', ...{ amount: '20.03', final: true } },
        { type: 'clearing.posted', ...{ amount: '1.52', final: true } },
        { type: 'authorization.expired' },
        { type: 'incremental', ...{ amount: '7.35' } },
      ],
    },
    [4, 0, 1, 2, 3],
  ]

  /** The same history for a purchase of its own: other ids, the same times. */
  function storyOf(card: TestCard, { amount, later }: History): Story {
    const threadId = `thr_${randomUUID()}`
    const first = question(card, { threadId, amount, at: timeOf(0) })
    // A no takes back the latest question before it.
    let asked = first.id
    const rest = later.map(({ type, ...fields }, place): Telling => {
      const at = timeOf(place + 1)
      if (type === 'incremental') {
        const body = question(card, { threadId, kind: type, at, ...fields })
        asked = body.id
        return { path: 'authorization', body }
      }
      const name = type === 'denied' ? 'authorization.declined_by_issuer' : type
      const more = { threadId, reason: 'no_answer', authorizationId: asked }
      const data = { ...posting(card, '0', more), ...fields }
      return { path: 'events', body: { id: eventId(), type: name, at, data } }
    })
    return { threads: { only: threadId }, all: [{ path: 'authorization', body: first }, ...rest] }
  }

  test('any history of one purchase ends as in the ordered run', async () => {
    const card = await openedCard(tested, customer, { rechargeAmount: '9000' })
    const mixed = history.chain(told => fc.tuple(fc.constant(told), mixing(told.later.length + 1)))
    await fc.assert(
      fc.asyncProperty(mixed, async ([told, order]) => {
        const [ordered, story] = [storyOf(card, told), storyOf(card, told)]
        const expected = await outcomeOf(card, ordered, ordered.all)
        expect(await outcomeOf(card, story, inOrder(story, order))).toEqual(expected)
      }),
      { numRuns: orders, examples: [[aCentShort]] },
    )
  })

  test('of a closed card, the wallet and the card together end as in the ordered run', async () => {
    const owner = await readyCustomer(tested, '90000')
    const closedWith = async (mix: (story: Story) => Telling[]) => {
      const card = await openedCard(tested, owner, { rechargeAmount: '500' })
      const story = everything(card)
      const questions = story.all.filter(({ path }) => path === 'authorization')
      await tellAll(questions, { atOnce: false })
      const before = await moneyOf(tested, owner, card)
      const input = { id: card.cardId, pin: testPin, requestId: randomUUID() }
      await tested.succeed(closeCard, input, owner.token)
      const events = new Set(mix(story).filter(({ path }) => path === 'events'))
      await tellAll([...events], { atOnce: false })
      const after = await moneyOf(tested, owner, card)
      // Nothing is left on the card but what it may owe.
      expect(after.card).toBeLessThanOrEqual(0n)
      expect(after.held).toBe(0n)
      return (after.wallet - before.wallet) / 10_000n + after.card - before.card
    }
    const expected = await closedWith(({ all }) => all)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...Array(16).keys()], { minLength: 16 }), async order => {
        expect(await closedWith(story => inOrder(story, order))).toBe(expected)
      }),
      { numRuns: Math.ceil(orders / 4) },
    )
  })
})
