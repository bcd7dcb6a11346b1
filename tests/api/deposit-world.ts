import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Coin, format, parse } from '../../src/contract/money.ts'
import { depositBooks } from '../../src/server/across/deposit-books.ts'
import { depositAddress } from '../../src/server/chain/addresses.ts'
import type { Chain, ChainTransfer } from '../../src/server/chain/chain.ts'
import { type Reading, readOn, type Step } from '../../src/server/chain/reader.ts'
import { goOn } from '../../src/server/chain/resuming.ts'
import { type Db, transaction } from '../../src/server/database.ts'
import { newId } from '../../src/server/id.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { balancesOf, openAccount } from '../../src/server/ledger/ledger.ts'
import { startTestChain, type TestChain } from '../ports/anvil.ts'
import { testDatabase } from '../postgres.ts'

/** A real database, a real node, and the reader between them. */
export interface DepositWorld extends TestChain {
  db: Db
  url: string
  reading: Reading
  /** A customer with a wallet address. */
  customer(): Promise<{ userId: string; address: string }>
  /** A card of a customer with an address of its own. */
  card(userId: string): Promise<{ cardId: string; address: string }>
  /** Reads until there is nothing more to read. */
  read(changed?: Partial<Reading>): Promise<Step>
  /** Has a reader go on that has stopped, as operators do. */
  resume(): Promise<void>
  /** Mines and reads, block by block. */
  pass(blocks?: number): Promise<void>
  /** Available amounts in major units by account: `USDT`, or `card`. Accounts that hold nothing are left out. */
  holds(userId: string): Promise<Record<string, string>>
  deposits(
    userId: string,
  ): Promise<{ status: string; amount: string; confirms: number; currency: string; dust: string }[]>
  bills(
    userId: string,
  ): Promise<{ kind: string; status: string; amount: string; currency: string; whats: string }[]>
  messages(userId: string): Promise<{ type: string; amount: string; currency: string }[]>
  openAlarms(): Promise<string[]>
  /** The books agree with themselves and with what the deposits say. */
  check(): Promise<void>
}

export async function startDepositWorld(): Promise<DepositWorld> {
  const [database, tested] = await Promise.all([testDatabase(), startTestChain()])
  const { db } = database
  const reading: Reading = { db, chain: tested.chain, books: depositBooks(tested.chain), isSandbox: false }

  async function read(changed: Partial<Reading> = {}): Promise<Step> {
    for (;;) {
      const step = await readOn({ ...reading, ...changed })
      if (step !== 'advanced' && step !== 'went_back') return step
    }
  }

  return {
    ...tested,
    db,
    url: database.url,
    reading,
    read,
    resume: () => goOn(db, tested.chain.network),
    async customer() {
      const userId = await newUser(db)
      const owner = { userId, cardId: null }
      return { userId, address: await depositAddress(db, { chain: tested.chain, owner }) }
    },
    async card(userId) {
      const cardId = await newCard(db, userId)
      return { cardId, address: await depositAddress(db, { chain: tested.chain, owner: { userId, cardId } }) }
    },
    async pass(blocks = 1) {
      for (let i = 0; i < blocks; i++) {
        await tested.mine()
        await read()
      }
    },
    ...keptIn(db),
    check: () => checkBooks(db),
    async close() {
      await database.close()
      await tested.close()
    },
  }
}

/** What is kept of a customer's deposits, and what was told of them. */
function keptIn(db: Db): Pick<DepositWorld, 'holds' | 'deposits' | 'bills' | 'messages' | 'openAlarms'> {
  return {
    async holds(userId) {
      const rows = (await balancesOf(db, userId)).filter(({ availableMinor }) => availableMinor !== 0n)
      return Object.fromEntries(
        rows.map(({ kind, currency, availableMinor }) => [
          kind === 'card' ? 'card' : currency,
          format(availableMinor, currency),
        ]),
      )
    },
    async deposits(userId) {
      const rows = await db
        .selectFrom('deposits')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
      return rows.map(({ status, amount_minor, confirms, currency, dust }) => ({
        status,
        amount: format(amount_minor, currency),
        confirms,
        currency,
        dust,
      }))
    },
    async bills(userId) {
      const rows = await db
        .selectFrom('bills')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
      return rows.map(({ kind, status, amount_minor, currency, steps }) => ({
        kind,
        status,
        amount: format(amount_minor, currency as Coin),
        currency,
        whats: steps.map(({ what }) => what).join(' '),
      }))
    },
    async messages(userId) {
      const rows = await db
        .selectFrom('messages')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
      return rows.map(({ notice_type, params }) => ({
        type: notice_type,
        amount: params.amount ?? '',
        currency: params.currency ?? '',
      }))
    },
    async openAlarms() {
      const rows = await db
        .selectFrom('alarms')
        .select('kind')
        .where('settled_at', 'is', null)
        .orderBy('id')
        .execute()
      return rows.map(({ kind }) => kind)
    },
  }
}

/** A chain as it is, but that its transfers are told in another way. */
export function retoldBy(chain: Chain, tell: (transfer: ChainTransfer) => ChainTransfer): Chain {
  return {
    ...chain,
    async block(height, ours) {
      const block = await chain.block(height, ours)
      return block && { ...block, transfers: block.transfers.map(tell) }
    },
  }
}

async function checkBooks(db: Db) {
  expect((await checkLedger(db)).disagreement).toBeNull()
  const { rows } = await sql<{ currency: string; booked: bigint; credited: bigint }>`
    select a.currency, -sum(e.amount_minor)::bigint as booked, (
      select coalesce(sum(d.amount_minor), 0)::bigint from deposits d
      where d.currency = a.currency and d.status = 'credited' and d.loss_transfer_id is null
    ) as credited
    from accounts a join entries e on e.account_id = a.id
    where a.kind = 'house' and a.code = 'chain' group by a.currency`.execute(db)
  for (const { booked, credited } of rows) expect(booked).toBe(credited)
  const twice =
    await sql`select transfer_id from deposits where transfer_id is not null group by 1 having count(*) > 1`
  expect((await twice.execute(db)).rows).toEqual([])
}

/** A customer that nobody can sign in as. */
export async function newUser(db: Db): Promise<string> {
  const id = newId()
  await db
    .insertInto('users')
    .values({
      id,
      email: `${id}@mail.example`,
      password_hash: 'none',
      lang: 'en',
      currency: 'USDT',
      timezone: 'UTC',
      is_timezone_fixed: false,
      is_balance_hidden: false,
      refer_code: id,
      created_at: new Date(),
    })
    .execute()
  return id
}

/** A card that is in our books only; the issuer knows nothing of it. */
export async function newCard(db: Db, userId: string): Promise<string> {
  const [cardId, orderId, now] = [newId(), newId(), new Date()]
  const accountId = await openAccount(db, { kind: 'card', ownerId: userId, currency: 'USD', code: cardId })
  await db
    .insertInto('card_orders')
    .values({
      id: orderId,
      user_id: userId,
      card_type_id: 'celadon',
      cardholder: '{}',
      open_fee_minor: 0n,
      recharge_minor: 0n,
      fee_minor: 0n,
      hold_id: newId(),
      status: 'opening',
      bill_id: newId(),
      created_at: now,
    })
    .execute()
  await db
    .insertInto('cards')
    .values({
      id: cardId,
      user_id: userId,
      order_id: orderId,
      card_type_id: 'celadon',
      issuer_card_id: cardId,
      account_id: accountId,
      last4: '4242',
      holder: 'WEI LIN',
      status: 'active',
      annual_fee_minor: 0n,
      created_at: now,
    })
    .execute()
  return cardId
}

/** A deposit to a card's own address, with enough blocks on it. */
export async function arrivedAtCard(
  db: Db,
  { userId, cardId }: { userId: string; cardId: string },
  { amount, currency }: { amount: string; currency: Coin },
): Promise<void> {
  const deposit = {
    id: newId(),
    network: 'ERC20',
    txHash: `0x${randomUUID().replaceAll('-', '').repeat(2)}`,
    logIndex: 0,
    userId,
    cardId,
    currency,
    amountMinor: parse(amount, currency) as bigint,
    confirms: 3,
    billId: null,
  }
  const books = depositBooks({ confirmations: 3 })
  await transaction(db, db => books.credit(db, [deposit]))
}
