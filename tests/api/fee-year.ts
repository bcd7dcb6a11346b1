import { sql } from 'kysely'
import { userBill } from '../../src/contract/bill.ts'
import { annualFeesRound } from '../../src/server/jobs/annual-fees.ts'
import { hold } from '../../src/server/ledger/ledger.ts'
import type { World } from '../../src/server/world.ts'
import { type ClockedDatabase, clockedDatabase } from '../clock.ts'
import { standInIssuer } from '../ports/stand-in-issuer.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { moneyOf, openedCard, readyCustomer, type TestCard } from './cardholder.ts'
import { funded, type TestCustomer } from './customer.ts'

export let tested: TestWorld
export let clocked: ClockedDatabase

/** Opens the world and its clock: once for a file, before its tests. */
export async function begin() {
  clocked = await clockedDatabase()
  tested = await startWorld({ db: clocked.db, issuer: standInIssuer() })
}

/** Closes both, after its tests. */
export async function end() {
  await tested.close()
  await clocked.close()
}

/** The clock runs again, and no earlier card is due: before each test. */
export async function renew() {
  await sql`delete from clock.stopped`.execute(clocked.db)
  await clocked.db.updateTable('cards').set({ status: 'closed' }).execute()
}

const opened = '2020-03-10T15:30:00Z'
export const anniversary = '2021-03-10T15:30:00Z'
export const dayMs = 24 * 60 * 60_000
export const fee = 12_000_000n

/** A customer with a card that costs 12 USDT a year, opened on that day, and that much left on it and in the wallet. */
export async function cardholder(
  { usd = '0', usdt = 0n, at = opened }: { usd?: string; usdt?: bigint; at?: string } = {},
  cardTypeId = 'cobalt',
): Promise<[TestCustomer, TestCard]> {
  const cost = { '0': '10', '11': '21.1', '50': '60.4' }[usd] ?? '1000'
  const customer = await readyCustomer(tested, cost)
  const card = await openedCard(tested, customer, { cardTypeId, rechargeAmount: usd })
  const { wallet } = await moneyOf(tested, customer)
  if (wallet > 0n) {
    await hold(clocked.db, {
      accountId: await walletOf(customer),
      amountMinor: wallet,
      idempotencyKey: `rest:${card.cardId}`,
      reason: 'other',
    })
  }
  if (usdt > 0n) await funded(tested, { userId: customer.userId, amountMinor: usdt })
  await clocked.db
    .updateTable('cards')
    .set({ created_at: new Date(at) })
    .where('id', '=', card.cardId)
    .execute()
  return [customer, card]
}

async function walletOf({ userId }: TestCustomer): Promise<string> {
  const { id } = await clocked.db
    .selectFrom('accounts')
    .select('id')
    .where('owner_id', '=', userId)
    .where('kind', '=', 'wallet')
    .where('currency', '=', 'USDT')
    .executeTakeFirstOrThrow()
  return id
}

/** The clock stands there and a round is run. */
export async function round(at: string | Date, world: World = tested.world, pages = {}) {
  await clocked.stopAt(new Date(at))
  await annualFeesRound(world, pages)
}

/** The months of notice and the day itself. */
export async function yearEnds() {
  await round(daysBefore(30))
  await round(anniversary)
}

export const daysBefore = (days: number) => new Date(Date.parse(anniversary) - days * dayMs)

export const noticesOf = async ({ userId }: TestCustomer) => {
  const rows = await clocked.db
    .selectFrom('messages')
    .select('params')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const told = rows.map(({ params }) => params.status ?? params.what ?? '')
  return told.filter(what => /fee/i.test(what))
}

export async function feesOf(customer: TestCustomer, card: TestCard) {
  const page = { pageSize: 100, page: 1, cardOutId: card.cardId, type: 'fee' }
  const { list } = await tested.succeed(userBill, page, customer.token)
  return list.filter(({ remark }) => remark.fee === 'annualFee')
}
