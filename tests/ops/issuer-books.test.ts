import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCustomer } from '../fixtures/account/customer.ts'
import { moneyOf, openedCard, readyCustomer, shop, type TestCard } from '../fixtures/cards/cardholder.ts'
import { startIssuerTown } from '../fixtures/issuer/issuer-town.ts'
import { type desk, deskOn, environment } from '../fixtures/ops/desk.ts'

let town: Awaited<ReturnType<typeof startIssuerTown>>
let at: ReturnType<typeof desk>
let customer: TestCustomer
let card: TestCard
beforeAll(async () => {
  town = await startIssuerTown()
  const token = (digit: string) => ({ address: `0x${digit.repeat(40)}` as const, decimals: 6 })
  const chain = {
    ...{ url: 'http://127.0.0.1:1', chainId: 31337, confirmations: 3, blockSeconds: 1, startBlock: 0n },
    ...{ xpub: `xpub${'1'.repeat(107)}`, tokens: { USDT: token('1'), USDC: token('2') } },
  }
  at = await deskOn(town.tested.world.db, {
    ...environment(chain),
    CHAIN_HOT_KEY: '22'.repeat(32),
    ...town.sandbox.settings,
  })
  customer = await readyCustomer(town.tested, '1000')
  card = await openedCard(town.tested, customer, { rechargeAmount: '100' })
})
afterAll(() => town.close())

/** A purchase that was approved nine days ago and of which nothing more was heard. */
async function longHeld() {
  const { threadId } = await town.sandbox.purchases.buy({
    ...{
      cardId: card.issuerCardId,
      amount: '20.00',
      merchant: shop,
      channel: 'online',
      kind: 'authorization',
    },
  })
  const { db } = town.tested.world
  const { id } = await db
    .selectFrom('purchases')
    .select('id')
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow()
  await sql`alter table holds disable trigger kept_by_changes`.execute(db)
  await sql`update holds set created_at = now() - interval '9 days' where state = 'open'`.execute(db)
  await sql`alter table holds enable trigger kept_by_changes`.execute(db)
  return { id, threadId }
}

const held = async () => (await moneyOf(town.tested, customer, card)).held

test('what is on hold for long is listed, and asked about at once', async () => {
  const { id, threadId } = await longHeld()
  expect((await at('ann')('holds', 'list')).rows).toMatchObject([
    { id, last4: card.last4, merchant: shop.name, held: '20.1', unclear: null },
  ])
  expect((await at('ann')('holds', 'ask', id)).rows).toEqual([{ id, why: null, askedAgainInHours: 24 }])
  town.faults.set({ part: 'issuer', kind: 'lose_webhook', count: 1 })
  town.sandbox.events.expire({ threadId })
  expect((await at('ann')('holds', 'ask', id)).rows).toEqual([{ id, why: null, askedAgainInHours: 1 }])
  await town.tested.work()
  expect([await held(), (await at('ann')('holds', 'list')).rows]).toEqual([0n, []])
  expect((await at('ann')('holds', 'ask', id)).isFailed).toBe(true)
})

test('what the issuer has not answered for days is listed as unclear', async () => {
  const { id, threadId } = await longHeld()
  const unheard = { part: 'issuer', kind: 'error_before', path: '/v1/authorizations', count: 1 } as const
  town.faults.set(unheard)
  expect((await at('ann')('holds', 'ask', id)).rows).toEqual([{ id, why: null, askedAgainInHours: 1 }])
  await sql`
    update purchases set unanswered_since = unanswered_since - interval '3 days' where id = ${id}`.execute(
    town.tested.world.db,
  )
  town.faults.set(unheard)
  const why = 'the issuer has not answered for days'
  expect((await at('ann')('holds', 'ask', id)).rows).toEqual([{ id, why, askedAgainInHours: 1 }])
  expect((await at('ann')('holds', 'list')).rows).toMatchObject([{ id, unclear: why }])
  town.sandbox.events.reverse({ threadId })
  await expect.poll(() => town.sandbox.webhooks.waiting()).toEqual([])
  await town.tested.work()
  expect(await held()).toBe(0n)
})

test('what the issuer knows nothing of is given back by two operators, and claimed late it is charged', async () => {
  const { id, threadId } = await longHeld()
  const thread = town.sandbox.rows.threads.get(threadId)
  if (!thread) throw new Error('no thread')
  town.sandbox.rows.threads.drop(threadId)
  expect((await at('ann')('holds', 'ask', id)).rows).toMatchObject([{ why: 'no such authorization' }])
  expect((await at('ann')('holds', 'list')).rows).toMatchObject([{ id, unclear: 'no such authorization' }])
  expect((await at('ann')('holds', 'release', id)).rows).toEqual([
    { id, isReleased: false, approvalsMissing: 1 },
  ])
  await town.tested.work()
  expect([await held(), (await at('ann')('holds', 'release', id)).isFailed]).toEqual([2010n, true])
  expect((await at('bob')('holds', 'release', id)).rows).toMatchObject([{ id, isReleased: true }])
  expect((await at('cat')('holds', 'release', id)).isFailed).toBe(true)
  await town.tested.work()
  expect(await held()).toBe(0n)

  town.sandbox.rows.threads.put(threadId, thread)
  const { card: before } = await moneyOf(town.tested, customer, card)
  town.sandbox.events.clear({ threadId })
  await expect.poll(() => town.sandbox.webhooks.waiting()).toEqual([])
  await town.tested.work()
  expect((await moneyOf(town.tested, customer, card)).card).toBe(before - 2010n)
})

test('cards of one customer are compared at once, and what differs is told with its code and words', async () => {
  expect((await at('ann')('cards', 'compare', customer.userId)).rows).toEqual([])
  town.sandbox.cards.setState(card.issuerCardId, 'frozen')
  const { userId } = customer
  const found = {
    difference: 'frozen_there',
    card: card.cardId,
    userId,
    says: expect.stringContaining('froze'),
  }
  expect((await at('ann')('cards', 'compare', customer.email)).rows).toEqual([found])
  expect((await at('ann')('cards', 'list')).rows).toEqual([found])
  expect((await at('ann')('alarms', 'list')).rows).not.toContainEqual(
    expect.objectContaining({ kind: 'card_differs' }),
  )
  await at('ann')('cards', 'compare', userId)
  expect((await at('ann')('alarms', 'list')).rows).toContainEqual(
    expect.objectContaining({ kind: 'card_differs', subject: `frozen_there:${card.cardId}` }),
  )
  town.faults.set({ part: 'issuer', kind: 'error_before', path: '/v1/cards', count: 1 })
  expect((await at('ann')('cards', 'compare', userId)).said).toContain('The issuer does not say.')
  town.sandbox.cards.setState(card.issuerCardId, 'active')
  await at('ann')('cards', 'compare', userId)
  expect((await at('ann')('cards', 'list')).rows).toEqual([])
  const nobody = await readyCustomer(town.tested, '0')
  expect((await at('ann')('cards', 'compare', nobody.userId)).isFailed).toBe(true)
})

test('one that is frozen there alone is frozen here by its word, or let go there by ours, as an operator says', async () => {
  const status = async () =>
    (
      await town.tested.world.db
        .selectFrom('cards')
        .select('status')
        .where('id', '=', card.cardId)
        .executeTakeFirstOrThrow()
    ).status
  const atIssuer = () => town.sandbox.rows.cards.get(card.issuerCardId)?.state
  town.sandbox.cards.setState(card.issuerCardId, 'frozen')
  await at('ann')('cards', 'tell', card.cardId)
  await town.tested.work()
  expect([await status(), atIssuer()]).toEqual(['active', 'active'])

  town.sandbox.cards.setState(card.issuerCardId, 'frozen')
  expect((await at('ann')('cards', 'take', card.cardId)).rows).toEqual([{ id: card.cardId, taken: 'frozen' }])
  await town.tested.work()
  expect([await status(), atIssuer()]).toEqual(['frozen_risk', 'frozen'])
  const done = (await at('ann')('audits', 'list', `--subject=${card.cardId}`)).rows
  expect(done.map(({ verb }) => verb)).toEqual(['card.take', 'card.tell'])
  for (const verb of ['take', 'tell'])
    expect((await at('ann')('cards', verb, customer.userId)).said).toContain('There is no card')
})
