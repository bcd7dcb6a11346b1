import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { detail } from '../../src/contract/card.ts'
import * as cardControl from '../../src/contract/card-control.ts'
import { getDispute, openDispute } from '../../src/contract/dispute.ts'
import { webhookHeaders } from '../../src/sandbox/issuer/signature.ts'
import { keepTicketPicture } from '../../src/server/feedback/pictures.ts'
import { type TestCustomer, testPin } from '../fixtures/account/customer.ts'
import { moneyOf, openedCard, readyCustomer, type TestCard, workLater } from '../fixtures/cards/cardholder.ts'
import { contest } from '../fixtures/cards/contested.ts'
import { startIssuerTown } from '../fixtures/issuer/issuer-town.ts'
import type { TestWorld } from '../fixtures/world.ts'

// Our server and the sandbox's issuer over real sockets, in both directions.

let town: Awaited<ReturnType<typeof startIssuerTown>>
let tested: TestWorld
let sandbox: typeof town.sandbox
let faults: typeof town.faults
let customer: TestCustomer
let opened: TestCard

beforeAll(async () => {
  town = await startIssuerTown()
  ;({ tested, sandbox, faults } = town)
  customer = await readyCustomer(tested, '1000')
  opened = await openedCard(tested, customer, { rechargeAmount: '200' })
})

afterAll(() => town.close())

const shop = { name: 'Kiln & Co', city: 'Austin', country: 'US', mcc: '5999' }
const buy = (amount: string, kind: 'purchase' | 'authorization' = 'purchase') =>
  sandbox.purchases.buy({ cardId: opened.issuerCardId, amount, merchant: shop, channel: 'online', kind })

async function eventually<T>(look: () => Promise<T>): Promise<T> {
  for (let left = 100; ; left--) {
    try {
      return await look()
    } catch (error) {
      if (left === 0) throw error
      await new Promise(resolve => setTimeout(resolve, 50))
      await tested.work()
    }
  }
}

const statusOf = async (threadId: string) => {
  const row = await tested.world.db
    .selectFrom('purchases')
    .select(['status', 'cleared_minor', 'refunded_minor'])
    .where('thread_id', '=', threadId)
    .executeTakeFirst()
  return [row?.status, row?.cleared_minor, row?.refunded_minor]
}

test('a purchase is approved, cleared and charged once, though its event comes twice', async () => {
  faults.set({ part: 'issuer', kind: 'duplicate_webhook', count: 1 })
  const { threadId, decision } = await buy('20.00')
  expect(decision).toBe('approved')
  await eventually(async () => expect(await statusOf(threadId)).toEqual(['posted', 2000n, 0n]))
  await eventually(async () => expect(sandbox.webhooks.waiting()).toEqual([]))
  await tested.work()
  expect(await moneyOf(tested, customer, opened)).toMatchObject({ card: 20000n - 2010n, held: 0n })
})

test('a decline of ours is what the merchant hears', async () => {
  expect(await buy('500.00')).toMatchObject({ decision: 'declined', reason: 'no_money' })
})

test('a decline of the issuer’s own is shown with our word for it', async () => {
  faults.set({ part: 'issuer', kind: 'decline_purchase', count: 1, value: 'issuer_limit' })
  const { threadId } = await buy('1.00')
  await eventually(async () => expect(await statusOf(threadId)).toEqual(['declined', 0n, 0n]))
})

test('events that overtake each other end where they should', async () => {
  const before = await moneyOf(tested, customer, opened)
  const { threadId } = await buy('30.00', 'authorization')
  faults.set({ part: 'issuer', kind: 'reorder_webhooks', count: 3, ms: 200 })
  sandbox.events.reverse({ threadId, amount: '10.00' })
  sandbox.events.clear({ threadId, amount: '15.00', final: true })
  sandbox.events.refund({ threadId, amount: '15.00' })
  await eventually(async () => expect(await statusOf(threadId)).toEqual(['refunded', 1500n, 1500n]))
  await eventually(async () => expect(sandbox.webhooks.waiting()).toEqual([]))
  await tested.work()
  const after = await moneyOf(tested, customer, opened)
  expect([after.card - before.card, after.held - before.held]).toEqual([-8n, 0n])
})

test('a dispute goes there with its picture, is asked about, and won: the money is back on the card', async () => {
  const before = (await moneyOf(tested, customer, opened)).card
  const { threadId } = await buy('20.00')
  await eventually(async () => expect(await statusOf(threadId)).toEqual(['posted', 2000n, 0n]))
  const bill = await tested.world.db
    .selectFrom('purchases')
    .select('bill_id')
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow()
  const path = await keepTicketPicture(tested.world, {
    userId: customer.userId,
    content: Buffer.from('photo'),
  })
  faults.set({ part: 'issuer', kind: 'error_after', count: 1, path: '/v1/disputes' })
  const asked = contest(bill.bill_id ?? '', { images: [path] })
  const { id } = await tested.succeed(openDispute, asked, customer.token)
  const status = async () => (await tested.succeed(getDispute, { id }, customer.token)).status
  await eventually(async () => {
    await workLater(tested)
    expect(await status()).toBe('sent')
  })
  const [there, ...others] = sandbox.rows.disputes.all()
  expect([others, there?.reference, there?.evidence[0]?.pictures.length]).toEqual([[], id, 1])
  sandbox.decide(there?.id ?? '', { to: 'evidence_wanted', note: 'The receipt' })
  await eventually(async () => expect(await status()).toBe('evidence'))
  sandbox.decide(there?.id ?? '', { to: 'won' })
  await eventually(async () => expect(await status()).toBe('won'))
  await eventually(async () => expect((await moneyOf(tested, customer, opened)).card).toBe(before - 10n))
  expect(await statusOf(threadId)).toEqual(['refunded', 2000n, 2000n])
})

test('freezing reaches the issuer; while it has not, we decline ourselves', async () => {
  faults.set({ part: 'issuer', kind: 'error_before', count: 1, path: '/v1/cards' })
  await tested.succeed(cardControl.freeze, { id: opened.cardId }, customer.token)
  expect(await buy('1.00')).toMatchObject({ reason: 'card_frozen' })
  await eventually(async () => {
    await workLater(tested)
    expect(sandbox.rows.cards.get(opened.issuerCardId)?.state).toBe('frozen')
  })
  await tested.succeed(cardControl.unfreeze, { id: opened.cardId }, customer.token)
  await tested.work()
  expect(sandbox.rows.cards.get(opened.issuerCardId)?.state).toBe('active')
})

test('the full card is read once from the issuer and is nowhere with us', async () => {
  const look = async () => {
    const proof = randomUUID()
    const asked = { id: opened.cardId, pin: testPin, proof }
    return { proof, ...(await tested.succeed(cardControl.cardSecret, asked, customer.token)) }
  }
  const { origin } = new URL(tested.world.config.PUBLIC_URL)
  const secret = await look()
  const other = await look()
  const reveal = (token = secret.token) =>
    fetch(secret.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ token, proof: secret.proof }),
    })
  expect((await reveal(other.token)).status).toBe(410)
  const shown = (await (await reveal()).json()) as { number: string; expiry: string }
  expect(shown.number.slice(-4)).toBe(opened.last4)
  expect(shown.expiry).toMatch(/^\d\d\/\d\d$/)
  expect((await reveal()).status).toBe(410)
  for (const table of ['cards', 'card_orders', 'issuer_events', 'jobs', 'messages', 'bills'] as const) {
    const rows = await tested.world.db.selectFrom(table).selectAll().execute()
    const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).not.toContain(shown.number)
  }
})

test('a card that expires there is over here, and pays nothing at either', async () => {
  const before = (await moneyOf(tested, customer)).wallet
  const { card: onCard } = await moneyOf(tested, customer, opened)
  sandbox.events.updateCard({ cardId: opened.issuerCardId, state: 'expired' })
  const shown = () => tested.succeed(detail, { id: opened.cardId }, customer.token)
  await eventually(async () => expect(await shown()).toMatchObject({ status: 'expired', available: '0' }))
  expect((await moneyOf(tested, customer)).wallet - before).toBe(onCard * 10_000n)
  expect(await buy('1.00')).toMatchObject({ reason: 'card_expired' })
  const issuerBudgetId = sandbox.rows.cards.get(opened.issuerCardId)?.budgetId ?? ''
  const known = await tested.world.issuer.cardsOf({ issuerBudgetId })
  expect(known).toMatchObject({ cards: [{ state: 'expired' }] })
})

test('a request that is signed with another secret, or not at all, gets nothing from the hooks', async () => {
  const [id, body] = [randomUUID(), '{}']
  const secret = `whsec_${Buffer.from('the secret of somebody else').toString('base64')}`
  const unsigned = { 'content-type': 'application/json', 'webhook-id': id }
  for (const headers of [unsigned, webhookHeaders({ secret, id, body })]) {
    const hook = `${town.serverUrl}/hooks/issuer/events`
    const response = await fetch(hook, { method: 'POST', headers, body })
    expect([response.status, await response.text()]).toEqual([401, ''])
  }
})
