import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '../../src/contract/call.ts'
import { openCard } from '../../src/contract/card.ts'
import * as control from '../../src/contract/card-control.ts'
import { cancelDelete, deleteAccount } from '../../src/contract/deletion.ts'
import { freezeAccount } from '../../src/contract/safety.ts'
import { convertToCardBalance, convertToMasterBalance } from '../../src/contract/wallet.ts'
import { issueCode } from '../../src/server/account/codes.ts'
import { liftFreeze } from '../../src/server/account/freezes.ts'
import { adjust } from '../../src/server/across/adjust.ts'
import { isConnectionFault, transaction } from '../../src/server/database/database.ts'
import { newId } from '../../src/server/id.ts'
import { compareCards } from '../../src/server/jobs/compare-cards.ts'
import { deleteUsers } from '../../src/server/jobs/delete-users.ts'
import { jobs } from '../../src/server/jobs/index.ts'
import { runDueJobs } from '../../src/server/jobs/queue/runner.ts'
import { openAccount } from '../../src/server/ledger/ledger.ts'
import type { World } from '../../src/server/world.ts'
import { codeWaitOver } from '../fixtures/account/code-wait.ts'
import { type TestCustomer, testPin } from '../fixtures/account/customer.ts'
import {
  type CardWorld,
  openedCard,
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
import { dyingAt } from '../fixtures/dying.ts'
import { loseCommits } from '../fixtures/lost-commits.ts'
import { expectTold } from './histories/wallet-agreement.ts'

// Customers who leave, change their minds and stop everything, while their money moves, the issuer tells of their purchases
// in any order, and whoever works dies before any statement. Nobody goes with money, and nothing is asked of who is gone.

const rounds = Number(process.env.LEAVING_ROUNDS ?? 100)
const atOnce = 8

let tested: CardWorld
const people: TestCustomer[] = []
const bought: { threadId: string; card: TestCard }[] = []
const told: { type: string; data: object; id: string }[] = []

const db = () => tested.world.db

beforeAll(async () => {
  tested = await startCardWorld()
  while (people.length < 14) await join()
})
afterAll(() => tested.close())

/** Somebody new with a card, and little else. */
async function join(): Promise<void> {
  const customer = await readyCustomer(tested, '0')
  await adjusted(customer, 40_000_000n)
  await openedCard(tested, customer, { rechargeAmount: '20' })
  people.push(customer)
}

/** Yes, no and signed out are all fine; breaking is not. What nobody heard of is asked for again. */
async function wish(call: Call, input: object, { token }: TestCustomer): Promise<void> {
  const byKey = call.movesMoney === 'byKey' ? { pin: testPin, requestId: randomUUID() } : {}
  for (;;) {
    const answer = await tested.send(call, { ...input, ...byKey }, token)
    const status = 'status' in answer ? answer.status : 200
    if (status !== 503) return expect([200, 401], JSON.stringify(answer)).toContain(status)
  }
}

async function tell(type: string, data: object, id = `evt_${randomUUID()}`): Promise<void> {
  told.push({ type, data, id })
  const event = { id, type, at: new Date().toISOString(), data }
  for (;;) {
    const { statusCode } = await sendHook(tested, 'events', event)
    if (statusCode !== 503) return expect(statusCode).toBe(200)
  }
}

function withCard(deed: (card: TestCard, owner: TestCustomer) => Promise<unknown>) {
  return async (owner: TestCustomer) => {
    const cards = await db()
      .selectFrom('cards')
      .select(['id as cardId', 'issuer_card_id as issuerCardId', 'account_id as accountId', 'last4'])
      .where('user_id', '=', owner.userId)
      .execute()
    if (cards.length > 0) await deed(any(cards), owner)
  }
}

const buy = withCard(async card => {
  const asked = question(card, { amount: cents(8) })
  bought.push({ threadId: asked.threadId, card })
  const { statusCode } = await sendHook(tested, 'authorization', asked)
  expect([200, 503]).toContain(statusCode)
})

async function goOn(): Promise<void> {
  if (bought.length === 0) return
  const { threadId, card } = any(bought)
  const [cardId, amount] = [card.issuerCardId, cents(8)]
  const type = any(['authorization.reversed', 'clearing.posted', 'clearing.posted', 'refund.posted'])
  if (type === 'authorization.reversed') return await tell(type, { threadId, cardId, amount, merchant: shop })
  await tell(type, posting(card, amount, { threadId, ...(type === 'clearing.posted' && { final: true }) }))
}

/** Done by a process that dies before any of its statements, if it comes to that. */
const dying = async (work: (world: World) => Promise<unknown>) =>
  await work({ ...tested.world, db: dyingAt(db(), 1 + Math.floor(Math.random() * 120)).db }).catch(error =>
    expect(String(error)).toMatch(/killed|ECONNRESET/),
  )

/** Has everything moved away that stands in the way of leaving, as far as it goes, and asks. */
async function leave(person: TestCustomer): Promise<void> {
  const cards = await db().selectFrom('cards').select('id').where('user_id', '=', person.userId).execute()
  for (const { id } of cards) await wish(control.closeCard, { id }, person)
  const { email, userId } = person
  const { rows } = await sql<{ over: bigint }>`
    select balance_minor - held_minor - 5000000 as over from accounts
    where owner_id = ${userId} and kind = 'wallet' and currency = 'USDT' and closed_at is null`.execute(db())
  const over = rows[0]?.over ?? 0n
  // What can be withdrawn is gone elsewhere; a little stays, to be given up.
  if (over > 0n) await adjusted(person, -over)
  await codeWaitOver(db(), person)
  await sql`delete from attempts where starts_with(subject, ${`codes:${email}`})`.execute(db())
  const by = { ip: '127.0.0.1', userId }
  const asked = await issueCode(tested.world, db(), { email, purpose: 'deleteAccount', by }).catch(() => null)
  if (asked) await wish(deleteAccount, { code: asked.code, pin: testPin, waive: true }, person)
}

/** Something comes into the wallet, or goes out, unless it cannot. */
async function adjusted({ userId }: TestCustomer, amountMinor: bigint): Promise<void> {
  const key = newId()
  for (;;) {
    const error = await transaction(db(), async db => {
      const accountId = await openAccount(db, { kind: 'wallet', ownerId: userId, currency: 'USDT' })
      await adjust(db, { key, accountId, amountMinor, reason: 'other' })
    }).then(
      () => null,
      (error: Error) => error,
    )
    if (error && isConnectionFault(error)) continue
    return error ? expect(String(error)).toMatch(/Overdrawn|accounts_closed|closed/) : undefined
  }
}

const lift = ({ userId }: TestCustomer) => transaction(db(), db => liftFreeze(db, { userId, by: 'customer' }))

const daysPass = ({ userId }: TestCustomer) =>
  sql`update deletions set asked_at = asked_at - interval '16 days', due_at = due_at - interval '16 days'
    where user_id = ${userId} and state = 'waiting'`.execute(db())

const deeds: ((person: TestCustomer) => Promise<unknown>)[] = [
  ...[buy, buy, buy, goOn, goOn, goOn, goOn],
  ...[leave, leave, leave, daysPass, daysPass],
  person => wish(cancelDelete, {}, person),
  () => dying(world => deleteUsers.run(world)),
  () => dying(world => deleteUsers.run(world)),
  () => dying(world => runDueJobs(world, jobs)),
  () => dying(world => compareCards.run(world)),
  () => tested.work(),
  // What was told is told again.
  async () => {
    const again = told.length > 0 && any(told)
    if (again) await tell(again.type, again.data, again.id)
  },
  person => wish(freezeAccount, {}, person),
  lift,
  person => wish(openCard, { cardTypeId: 'celadon', rechargeAmount: '0' }, person),
  withCard(({ cardId }, owner) =>
    wish(convertToCardBalance, { cardId, amount: cents(20), currency: 'USDT' }, owner),
  ),
  withCard(({ cardId }, owner) =>
    wish(convertToMasterBalance, { cardId, amount: cents(20), currency: 'USD' }, owner),
  ),
  withCard(async ({ cardId: id }, owner) => {
    if (chance(0.3)) await wish(control.reportLost, { id, why: 'lost', replace: chance(0.5) }, owner)
  }),
  withCard(({ issuerCardId: cardId }) => tell('card.updated', { cardId, state: any(['frozen', 'active']) })),
  person => adjusted(person, BigInt(Math.ceil(Math.random() * 15_000_000))),
]

test('who leaves in the middle of everything leaves with nothing open, and whoever stays finds books and bills in agreement', async () => {
  for (let round = 0; round < rounds; round++) {
    const commits = loseCommits(2)
    const some = Array.from({ length: atOnce }, () => any(deeds)(any(people)))
    await Promise.allSettled(some).finally(commits.end)
    for (const deed of some) await deed.catch(error => expect(String(error)).toMatch(/ECONNRESET/))
    await boughtEarlier(db(), 5)
    if (round % 10 === 9) await join()
  }
  for (const { threadId, card } of bought)
    await tell('authorization.expired', { threadId, cardId: card.issuerCardId })
  for (let time = 0; time < 6; time++) await workLater(tested)
  // While an account is frozen its deletion waits.
  for (const person of people) {
    await lift(person)
    await daysPass(person)
  }
  await deleteUsers.run(tested.world)
  await workLater(tested)

  const left = db().selectFrom('jobs').select(['kind', 'last_error']).where('kind', '<>', 'forget-again')
  expect(await left.execute()).toEqual([])
  const { rows } = await sql`
    select u.id from users u where deleted_at is not null and (
      exists (select from accounts a where a.owner_id = u.id
        and (a.balance_minor <> 0 or a.held_minor <> 0 or a.closed_at is null))
      or exists (select from cards c where c.user_id = u.id and c.status not in ('closed', 'lost', 'expired'))
      or exists (select from card_orders o where o.user_id = u.id and o.status = 'opening')
      or exists (select from sessions s where s.user_id = u.id and s.ended_at is null)
      or exists (select from bills b where b.user_id = u.id and b.status = 'pending')
      or exists (select from messages m where m.user_id = u.id))`.execute(db())
  expect(rows).toEqual([])
  const ends = await db().selectFrom('deletions').select('state').distinct().execute()
  expect(ends.map(({ state }) => state)).toEqual(expect.arrayContaining(['done', 'stopped', 'undone']))
  const living = await db().selectFrom('users').select('id').where('deleted_at', 'is', null).execute()
  for (const { id } of living) await expectTold(db(), id)
}, 600_000)
