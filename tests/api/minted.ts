import { hash } from '@node-rs/argon2'
import { parse } from '../../src/contract/money.ts'
import { openSession } from '../../src/server/account/session.ts'
import { newId } from '../../src/server/id.ts'
import { insertAll } from '../../src/server/insert-all.ts'
import { houseAccount, postAll } from '../../src/server/ledger/ledger.ts'
import type { StandInCard } from '../ports/stand-in-kept.ts'
import { profile } from '../profile.ts'
import type { TestWorld } from '../world.ts'
import type { TestCard } from './cardholder.ts'
import { type TestCustomer, testPin } from './customer.ts'

// Customers and cards by the hundred, written as their ways through the app would leave them: what a property of a
// thousand histories is not about must not take its time.

/** Customers who may open cards, with that much USDT in the wallet each. They get no letters. */
export async function mintedCustomers(
  tested: TestWorld,
  { count, usdt }: { count: number; usdt: string },
): Promise<TestCustomer[]> {
  const { world } = tested
  const users = await mintedUsers(tested, count)
  const approved = users.map(({ userId }) => ({
    id: newId(),
    user_id: userId,
    status: 'approved' as const,
    profile,
    doc_type: 'passport' as const,
    decided_at: new Date(),
    created_at: new Date(),
  }))
  await insertAll(world.db, 'applicants', approved)
  const amountMinor = parse(usdt, 'USDT') ?? 0n
  const wallets = users.map(({ walletId }) => ({ accountId: walletId, amountMinor }))
  await brought(tested, wallets, { code: 'chain', currency: 'USDT' })
  return await Promise.all(
    users.map(async ({ userId, email }) => {
      const { token } = await openSession(world, world.db, { userId, device: 'a test', ip: '127.0.0.1' })
      return { userId, email, password: '', token }
    }),
  )
}

/** A card, the customer whose only one it is, and their wallet. */
export interface MintedCard extends TestCard {
  userId: string
  walletId: string
}

/** Cards with that much USD on each. `atIssuer` is where the issuer keeps its own. */
export async function mintedCards(
  tested: TestWorld,
  { count, usd, atIssuer }: { count: number; usd: string; atIssuer: Map<string, StandInCard> },
): Promise<MintedCard[]> {
  const { db } = tested.world
  const users = await mintedUsers(tested, count)
  const cards = users.map(user => ({ ...user, ...newCard(), orderId: newId() }))
  const orders = cards.map(({ userId, orderId }) => orderRow(userId, orderId))
  await insertAll(db, 'card_orders', orders)
  const accounts = cards.map(({ userId, cardId, accountId }) =>
    accountRow({ id: accountId, kind: 'card', owner_id: userId, code: cardId, currency: 'USD' }),
  )
  await insertAll(db, 'accounts', accounts)
  const rows = cards.map(({ userId, orderId, cardId, issuerCardId, accountId, last4 }) => ({
    id: cardId,
    user_id: userId,
    order_id: orderId,
    card_type_id: 'celadon',
    issuer_card_id: issuerCardId,
    account_id: accountId,
    last4,
    holder: 'WEI LIN',
    status: 'active' as const,
    annual_fee_minor: 0n,
    created_at: new Date(),
  }))
  await insertAll(db, 'cards', rows)
  const amountMinor = parse(usd, 'USD') ?? 0n
  const loads = cards.map(({ accountId }) => ({ accountId, amountMinor }))
  await brought(tested, loads, { code: 'issuer', currency: 'USD' })
  for (const card of cards) atIssuer.set(card.orderId, keptCard(card))
  return cards
}

function newCard(): TestCard {
  const cardId = newId()
  return {
    cardId,
    issuerCardId: `card_${cardId}`,
    accountId: newId(),
    last4: cardId.replace(/\D/g, '').slice(-4),
  }
}

function keptCard({ orderId, issuerCardId, last4 }: TestCard & { orderId: string }): StandInCard {
  return {
    ...{ issuerCardId, last4, reference: orderId, state: 'active', form: 'virtual', isActivated: true },
    ...{
      issuerOrderId: null,
      issuerBudgetId: '',
      productId: 'celadon-virtual',
      isFrozen: false,
      frozenBy: [],
      phone: '',
    },
    ...{ cardPin: null, reportedAs: null, replacesIssuerCardId: null, since: new Date() },
  }
}

async function mintedUsers({ world }: TestWorld, count: number) {
  const users = await Promise.all(
    Array.from({ length: count }, async () => {
      const userId = newId()
      const peppered = world.secrets.digest('pin', `${userId}:${testPin}`)
      // A hash that says itself that it was made cheaply.
      const pinHash = await hash(peppered, { memoryCost: 8, timeCost: 1, parallelism: 1 })
      return { userId, email: `${userId}@mail.test`, walletId: newId(), pinHash }
    }),
  )
  const rows = users.map(({ userId, email, pinHash }) => ({
    id: userId,
    email,
    lang: 'en' as const,
    currency: 'USDT',
    timezone: 'Asia/Shanghai',
    is_balance_hidden: false,
    pin_hash: pinHash,
    refer_code: userId.replaceAll('-', '').slice(12).toUpperCase(),
    created_at: new Date(),
  }))
  await insertAll(world.db, 'users', rows)
  const settings = users.map(({ userId }) => ({ user_id: userId, mail: [], telegram: [] }))
  await insertAll(world.db, 'message_settings', settings)
  const wallets = users.map(({ userId, walletId }) =>
    accountRow({ id: walletId, kind: 'wallet', owner_id: userId, code: '', currency: 'USDT' }),
  )
  await insertAll(world.db, 'accounts', wallets)
  return users.map(({ userId, email, walletId }) => ({ userId, email, walletId }))
}

function orderRow(userId: string, orderId: string) {
  const { state: _, ...cardholder } = profile
  return {
    id: orderId,
    user_id: userId,
    card_type_id: 'celadon',
    cardholder: { ...cardholder, email: '' },
    open_fee_minor: 0n,
    recharge_minor: 0n,
    fee_minor: 0n,
    status: 'fail' as const,
    bill_id: newId(),
    created_at: new Date(),
  }
}

function accountRow<Row extends { id: string; kind: 'wallet' | 'card' }>(row: Row) {
  return { ...row, balance_minor: 0n, held_minor: 0n, shortfall_minor: 0n, created_at: new Date() }
}

/** Money from a house account to each. */
async function brought(
  { world: { db } }: TestWorld,
  loads: readonly { accountId: string; amountMinor: bigint }[],
  house: { code: string; currency: 'USD' | 'USDT' },
) {
  const houseId = await houseAccount(db, house)
  const transfers = loads.map(({ accountId, amountMinor }) => ({
    idempotencyKey: `test:${newId()}`,
    reason: 'test',
    entries: [
      { accountId: houseId, amountMinor: -amountMinor },
      { accountId, amountMinor },
    ],
  }))
  await postAll(db, transfers)
}
