import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { getCreateCardSuccess, openCard } from '../../src/contract/card.ts'
import { parse } from '../../src/contract/money.ts'
import type { CardStatus } from '../../src/server/cards/tables.ts'
import type { Db } from '../../src/server/database.ts'
import { balanceOf, balancesOf } from '../../src/server/ledger/ledger.ts'
import { type StandInIssuer, standInIssuer } from '../ports/stand-in-issuer.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { certified, funded, newCustomer, type TestCustomer, testPin, withPin } from './customer.ts'

/** A world with an issuer in memory. */
export interface CardWorld extends TestWorld {
  issuer: StandInIssuer
}

export async function startCardWorld(): Promise<CardWorld> {
  const issuer = standInIssuer()
  return { ...(await startWorld({ issuer })), issuer }
}

/** A customer who may open cards, with that much USDT in the wallet. */
export async function readyCustomer(tested: TestWorld, usdt: string): Promise<TestCustomer> {
  const customer = await newCustomer(tested)
  await withPin(tested, customer)
  await certified(tested, customer)
  const amountMinor = parse(usdt, 'USDT') ?? 0n
  if (amountMinor > 0n) await funded(tested, { userId: customer.userId, amountMinor })
  return customer
}

/** A card of the customer as it is kept. */
export interface TestCard {
  cardId: string
  issuerCardId: string
  accountId: string
  last4: string
}

export async function openedCard(
  tested: TestWorld,
  { token }: TestCustomer,
  { cardTypeId = 'celadon', rechargeAmount = '0' } = {},
): Promise<TestCard> {
  const input = { cardTypeId, rechargeAmount, pin: testPin, requestId: randomUUID() }
  const { orderId } = await tested.succeed(openCard, input, token)
  await tested.work()
  const { id } = await tested.succeed(getCreateCardSuccess, { orderId }, token)
  const row = await tested.world.db
    .selectFrom('cards')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow()
  return { cardId: row.id, issuerCardId: row.issuer_card_id, accountId: row.account_id, last4: row.last4 }
}

/** Puts a card into a state, with nothing else so than what that state says. */
export async function setStatus(db: Db, { cardId }: { cardId: string }, status: CardStatus): Promise<void> {
  const flags = {
    frozen_by_customer: status === 'frozen_user',
    frozen_by_issuer: status === 'frozen_risk',
    is_activated: status !== 'inactive',
    is_pin_blocked: status === 'pin_blocked',
  }
  await db
    .updateTable('cards')
    .set({ ...flags, status })
    .where('id', '=', cardId)
    .execute()
}

/** Runs the jobs that wait for a later time, too. */
export async function workLater({ world, work }: TestWorld): Promise<void> {
  await world.db
    .updateTable('jobs')
    .set({ run_at: new Date(0) })
    .execute()
  await work()
}

/** Balance and held amount of a card in cents, and of the master balance in USDT minor units. */
export async function moneyOf({ world: { db } }: TestWorld, { userId }: { userId: string }, card?: TestCard) {
  const wallet = (await balancesOf(db, userId)).find(
    ({ kind, currency }) => kind === 'wallet' && currency === 'USDT',
  )
  const onCard = card && (await balanceOf(db, card.accountId))
  return {
    wallet: wallet?.balanceMinor ?? 0n,
    walletHeld: wallet?.heldMinor ?? 0n,
    card: onCard?.balanceMinor ?? 0n,
    held: onCard?.heldMinor ?? 0n,
  }
}

export const shop = { name: 'Kiln & Co', city: 'Austin', country: 'US', mcc: '5999' }

/** Sends a hook as the issuer does: signed. */
export async function sendHook({ http, world }: TestWorld, path: 'authorization' | 'events', body: object) {
  const payload = JSON.stringify(body)
  return await http.inject({
    method: 'POST',
    url: `/hooks/issuer/${path}`,
    payload,
    headers: {
      'content-type': 'application/json',
      ...signatureOf(world.config.ISSUER_WEBHOOK_SECRET, payload),
    },
  })
}

export function signatureOf(secret: string, payload: string, at = new Date()) {
  const id = `msg_${randomUUID()}`
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** A question of the issuer. */
export function question(card: Pick<TestCard, 'issuerCardId'>, fields: Record<string, unknown> = {}) {
  return {
    id: `ask_${randomUUID()}`,
    cardId: card.issuerCardId,
    threadId: `thr_${randomUUID()}`,
    kind: 'authorization',
    amount: '20.00',
    currency: 'USD',
    merchant: shop,
    channel: 'online',
    at: new Date().toISOString(),
    ...fields,
  }
}

/** Asks, and gives the answer. */
export async function ask(tested: TestWorld, asked: ReturnType<typeof question>) {
  const response = await sendHook(tested, 'authorization', asked)
  return response.json() as { decision: string; reason?: string }
}

/** Tells an event and lets its job run. */
export async function tellEvent(tested: TestWorld, type: string, data: object, id = `evt_${randomUUID()}`) {
  const event = { id, type, at: new Date().toISOString(), data }
  const response = await sendHook(tested, 'events', event)
  await tested.work()
  return response
}

/** A clearing or refund, as the issuer writes it. */
export function posting(card: TestCard, amount: string, fields: Record<string, unknown> = {}) {
  return {
    id: `pst_${randomUUID()}`,
    threadId: null,
    cardId: card.issuerCardId,
    amount,
    currency: 'USD',
    merchant: shop,
    ...fields,
  }
}

/** Lets time pass for a card: what it has paid so far counts as that long ago. */
export async function timePasses({ world: { db } }: TestWorld, { cardId }: TestCard, hours: number) {
  const earlier = sql<Date>`created_at - ${hours} * interval '1 hour'`
  await db.updateTable('card_uses').set({ created_at: earlier }).where('card_id', '=', cardId).execute()
  await db.updateTable('purchases').set({ created_at: earlier }).where('card_id', '=', cardId).execute()
}

/** What a customer was told, oldest first. */
export async function messagesOf({ world: { db } }: TestWorld, { userId }: Pick<TestCustomer, 'userId'>) {
  return await db.selectFrom('messages').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}
