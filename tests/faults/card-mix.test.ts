import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '../../src/contract/call.ts'
import { openCard } from '../../src/contract/card.ts'
import * as control from '../../src/contract/card-control.ts'
import { convertToCardBalance, convertToMasterBalance } from '../../src/contract/wallet.ts'
import { adjust } from '../../src/server/across/adjust.ts'
import { isConnectionFault, isPassing } from '../../src/server/database/database.ts'
import { newId } from '../../src/server/id.ts'
import { annualFeesRound } from '../../src/server/jobs/annual-fees.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { balanceOf, Overdrawn, openAccount } from '../../src/server/ledger/ledger.ts'
import { type TestCustomer, testPin } from '../fixtures/account/customer.ts'
import {
  type CardWorld,
  posting,
  question,
  readyCustomer,
  sendHook,
  shop,
  startCardWorld,
  type TestCard,
  workLater,
} from '../fixtures/cards/cardholder.ts'
import { boughtEarlier } from '../fixtures/cards/dated.ts'
import { any, cents, chance } from '../fixtures/chance.ts'
import { loseCommits } from '../fixtures/lost-commits.ts'
import { expectTold } from './histories/wallet-agreement.ts'

// Everything that moves the money of cards, at random and at once: their owners, the issuer, operators and time, while of
// some commits nobody hears. Whatever happened, nothing breaks, what was answered happened once, no job is left, and books,
// bills and statements agree to the last unit.

const rounds = Number(process.env.CARD_ROUNDS ?? 150)
const atOnce = 8

interface Owner extends TestCustomer {
  walletId: string
}

let tested: CardWorld
const owners: Owner[] = []
/** What was asked for, and of which card. */
const bought: { threadId: string; card: TestCard }[] = []
let lost = 0
/** How many wishes were answered with a yes. */
const granted = new Map<Call, number>()

beforeAll(async () => {
  tested = await startCardWorld()
  while (owners.length < 8) {
    const customer = await readyCustomer(tested, '0')
    const wallet = { kind: 'wallet', ownerId: customer.userId, currency: 'USDT' } as const
    const walletId = await openAccount(tested.world.db, wallet)
    await adjusted(walletId, 2_000_000_000n)
    owners.push({ ...customer, walletId })
  }
})
afterAll(() => tested.close())

const about = (most: number) => BigInt(Math.ceil(Math.random() * most)) * any([1n, -1n])
const merchant = () => ({ ...shop, country: any(['US', 'GB']) })

/** Does it until there is an answer: what nobody heard of is asked for again as it was. */
async function surely<Answer>(work: () => Promise<Answer>, isSure: (answer: Answer) => boolean) {
  for (;;) {
    const answer = await work()
    if (isSure(answer)) return answer
  }
}

async function adjusted(accountId: string, amountMinor: bigint): Promise<void> {
  const adjustment = { key: newId(), accountId, amountMinor, reason: 'other' } as const
  const done = async () =>
    await tested.world.db
      .transaction()
      .execute(db => adjust(db, adjustment))
      .catch((error: Error) => error)
  const answer = await surely(done, answer => !isConnectionFault(answer))
  if (answer instanceof Error) expect(answer).toBeInstanceOf(Overdrawn)
}

/** Sends a call; yes and no are both fine, breaking is not. */
async function wish(call: Call, input: object, { token }: Owner): Promise<void> {
  const byKey = call.movesMoney === 'byKey' ? { pin: testPin, requestId: randomUUID() } : {}
  const sent = async () => await tested.send(call, { ...input, ...byKey }, token)
  const answer = await surely(sent, answer => !('status' in answer && answer.status === 503))
  expect('status' in answer && answer.status, JSON.stringify(answer)).toBe(false)
  if ('code' in answer && answer.code === 1) granted.set(call, (granted.get(call) ?? 0) + 1)
}

async function tell(type: string, data: object): Promise<void> {
  const event = { id: `evt_${randomUUID()}`, type, at: new Date().toISOString(), data }
  await told('events', event)
}

async function told(path: 'events' | 'authorization', body: object): Promise<void> {
  const sent = async () => (await sendHook(tested, path, body)).statusCode
  expect(await surely(sent, status => status !== 503)).toBe(200)
}

/** Done with any card of somebody, of those that are over too. */
function withCard(deed: (card: TestCard, owner: Owner) => Promise<unknown>) {
  return async (owner: Owner) => {
    const cards = await tested.world.db
      .selectFrom('cards')
      .select(['id as cardId', 'issuer_card_id as issuerCardId', 'account_id as accountId', 'last4'])
      .where('user_id', '=', owner.userId)
      .execute()
    if (cards.length > 0) await deed(any(cards), owner)
  }
}

async function buyWith(card: TestCard): Promise<void> {
  const asked = question(card, { amount: cents(30), merchant: merchant() })
  await told('authorization', asked)
  bought.push({ threadId: asked.threadId, card })
}

const buy = withCard(buyWith)

/** An operator takes most of what is free on a card while it is bought with: one comes before the other. */
const takeWhileBought = withCard(async card => {
  const { availableMinor } = await balanceOf(tested.world.db, card.accountId)
  const most = availableMinor - BigInt(Math.floor(Math.random() * 1000))
  await Promise.all([buyWith(card), most > 0n && adjusted(card.accountId, -most), buyWith(card)])
})

const postings = [
  'clearing.posted',
  'clearing.posted',
  'refund.posted',
  'refund.reversed',
  'dispute.credited',
]

/** What the issuer tells of a purchase next, whether it makes sense or not. */
async function goOn(): Promise<void> {
  if (bought.length === 0) return
  const { threadId, card } = any(bought)
  const [cardId, amount] = [card.issuerCardId, cents(30)]
  if (chance(0.3)) return await tell('authorization.reversed', { threadId, cardId, amount, merchant: shop })
  const posted = posting(card, amount, { threadId, merchant: merchant() })
  const type = any(postings)
  await tell(type, { ...posted, ...(type === 'clearing.posted' && { final: chance(0.7) }) })
}

/** Eleven months pass for a card, and fees that are told are due. */
async function yearEnds(): Promise<void> {
  const { world } = tested
  const { cardId } = any(bought.map(({ card }) => card)) ?? {}
  if (!cardId) return
  await sql`update cards set created_at = created_at - interval '11 months' where id = ${cardId}`.execute(
    world.db,
  )
  await feesRound()
  await sql`update annual_fees set due_at = now(), next_at = now() where charged_at is null`.execute(world.db)
  await feesRound()
}

/** What nobody heard of is tried again in the next round, as the runner of schedules does. */
async function feesRound(): Promise<void> {
  await annualFeesRound(tested.world).catch(error => {
    if (!isPassing(error)) throw error
  })
}

const rule = (by: string) => ({ threshold: '30', by, amount: '60', dayMax: '400', monthMax: '400' })

const deeds: ((owner: Owner) => Promise<unknown>)[] = [
  ...[buy, buy, buy, buy, goOn, goOn, goOn, goOn, goOn, yearEnds, () => tested.work()],
  takeWhileBought,
  owner => {
    const input = { cardTypeId: any(['celadon', 'cobalt']), rechargeAmount: any(['0', '20', '55.5']) }
    return wish(openCard, input, owner)
  },
  withCard(({ cardId }, owner) =>
    wish(convertToCardBalance, { cardId, amount: cents(80), currency: 'USDT' }, owner),
  ),
  withCard(({ cardId }, owner) =>
    wish(convertToMasterBalance, { cardId, amount: cents(40), currency: 'USD' }, owner),
  ),
  withCard(({ cardId: id }, owner) => wish(any([control.freeze, control.unfreeze]), { id }, owner)),
  withCard(({ cardId: id }, owner) => {
    const set = { isOn: chance(0.8), rule: rule(any(['upTo', 'amount'])) }
    return wish(control.autoRecharge, { id, set, pin: testPin }, owner)
  }),
  withCard(async ({ cardId: id }, owner) => {
    if (chance(0.15)) await wish(control.closeCard, { id }, owner)
  }),
  withCard(async ({ cardId: id }, owner) => {
    if (chance(0.1)) await wish(control.reportLost, { id, why: 'lost', replace: chance(0.5) }, owner)
  }),
  withCard(({ issuerCardId: cardId }) => {
    const state = chance(0.05) ? any(['expired', 'closed']) : any(['frozen', 'active', 'active'])
    return tell('card.updated', { cardId, state })
  }),
  withCard(({ accountId }) => adjusted(accountId, about(1000))),
  ({ walletId }) => adjusted(walletId, about(20_000_000)),
]

/** Those that customers asked for themselves: as many as they were told. */
async function expectOnce(): Promise<void> {
  const { rows } = await sql<{ recharges: bigint; orders: bigint; back: bigint }>`
    select (select count(*) from recharges where auto_cause is null) as recharges,
      (select count(*) from card_orders where replaces_card_id is null) as orders,
      (select count(*) from transfers t join decisions d on d.answer ->> 'transferId' = t.id::text) as back`.execute(
    tested.world.db,
  )
  const count = (call: Call) => BigInt(granted.get(call) ?? 0)
  const [recharges, orders, back] = [convertToCardBalance, openCard, convertToMasterBalance].map(count)
  expect(rows).toEqual([{ recharges, orders, back }])
}

test('the cards of eight customers at random leave books, bills and statements in agreement', async () => {
  const { db } = tested.world
  for (let round = 0; round < rounds; round++) {
    const commits = loseCommits(3)
    await Promise.all(Array.from({ length: atOnce }, () => any(deeds)(any(owners)))).finally(commits.end)
    lost += commits.count()
    // No card pays too often within a minute.
    await boughtEarlier(db, 5)
  }
  for (const { threadId, card } of bought)
    await tell('authorization.expired', { threadId, cardId: card.issuerCardId })
  for (let time = 0; time < 6; time++) await workLater(tested)
  expect(await db.selectFrom('jobs').select(['kind', 'last_error']).execute()).toEqual([])
  expect((await checkLedger(db)).disagreement).toBeNull()
  await expectOnce()
  for (const { userId } of owners) await expectTold(db, userId)
  const states = await db.selectFrom('purchases').select('status').distinct().execute()
  expect([states.length > 3, lost > 0]).toEqual([true, true])
}, 600_000)
