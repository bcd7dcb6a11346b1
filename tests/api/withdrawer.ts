import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { getAddress } from 'viem'
import { expect } from 'vitest'
import { saveToAddressBook } from '../../src/contract/address-book.ts'
import type { Coin, Currency } from '../../src/contract/money.ts'
import { transferOut, transferOutDetail } from '../../src/contract/withdrawal.ts'
import { payWithdrawals } from '../../src/server/jobs/pay-withdrawals.ts'
import { readChain } from '../../src/server/jobs/read-chain.ts'
import { balancesOf } from '../../src/server/ledger/ledger.ts'
import type { World } from '../../src/server/world.ts'
import { type MemoryTreasury, memoryTreasury } from '../ports/memory-treasury.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { codeFor, funded, newCustomer, type TestCustomer, testPin, withPin } from './customer.ts'

/** A world whose hot wallet is in memory. */
export interface WithdrawalWorld extends TestWorld {
  node: MemoryTreasury
  /** One round of paying, after the reader has read all there is. */
  pay(): Promise<void>
}

export async function startWithdrawalWorld(ports: Partial<World> = {}): Promise<WithdrawalWorld> {
  const node = memoryTreasury()
  node.fund('USDT', 1_000_000_000_000n)
  node.fund('ETH', 100_000_000_000n)
  const tested = await startWorld({ treasury: node.treasury, chain: node.chain, ...ports })
  return { ...tested, node, pay: () => readAndPay(tested) }
}

/** One round of paying, after the reader has read all there is. */
export async function readAndPay({ world }: TestWorld): Promise<void> {
  await readChain.run(world)
  await payWithdrawals.run(world)
}

/** A customer with money and an address that may be withdrawn to. */
export interface Withdrawer extends TestCustomer {
  address: string
}

export const someAddress = () => getAddress(`0x${randomBytes(20).toString('hex')}`)

export async function withdrawer(
  tested: WithdrawalWorld,
  { amountMinor = 1_000_000_000n, currency = 'USDT' as Currency } = {},
): Promise<Withdrawer> {
  const customer = await newCustomer(tested)
  await withPin(tested, customer)
  if (amountMinor > 0n) await funded(tested, { userId: customer.userId, amountMinor, currency })
  const address = await savedBy(tested, customer)
  await pass(tested, '24 hours 1 minute')
  return { ...customer, address }
}

/** Where a withdrawal stands, as its customer sees it. */
export async function statusOf(tested: TestWorld, id: string, token: string) {
  return (await tested.succeed(transferOutDetail, { id }, token)).status
}

/** Saves an address as a person does: with PIN and a mailed code. */
export async function savedBy(
  tested: TestWorld,
  customer: TestCustomer,
  { address = someAddress(), label = 'My wallet', ...more }: Record<string, unknown> = {},
): Promise<string> {
  const code = await freshCode(tested, customer)
  const input = { chain: 'ERC20', address, label, code, pin: testPin, ...more }
  return (await tested.succeed(saveToAddressBook, input, customer.token)).address
}

/** A code for the address book; the wait between two codes is over. */
export async function freshCode(tested: TestWorld, { email }: TestCustomer): Promise<string> {
  // Letters that wait go first: the last one is to be that of the code.
  await tested.work()
  await sql`update email_codes set sent_at = sent_at - interval '2 minutes' where email = ${email}`.execute(
    tested.world.db,
  )
  await sql`delete from attempts where starts_with(subject, ${`codes:${email}`})`.execute(tested.world.db)
  return await codeFor(tested, { email, type: 'transferOut' })
}

/** Addresses and holds are that much older. */
export async function pass({ world: { db } }: TestWorld, time: string) {
  await sql`update saved_addresses set created_at = created_at - ${time}::interval,
    usable_at = usable_at - ${time}::interval`.execute(db)
  await sql`update users set hold_until = hold_until - ${time}::interval`.execute(db)
}

/** What is asked for, complete but for what a test is about. */
export function asked({ address }: Withdrawer, changed: Record<string, unknown> = {}) {
  const { amount = '100' } = changed
  const [whole = '', fraction] = `${amount}`.split('.')
  const receive = /^\d+$/.test(whole) ? `${BigInt(whole) - 1n}${fraction ? `.${fraction}` : ''}` : '0'
  const input = { currency: 'USDT', chain: 'ERC20', address, amount, receive, pin: testPin }
  return { ...input, requestId: randomUUID(), ...changed }
}

export async function ask(
  tested: WithdrawalWorld,
  customer: Withdrawer,
  changed: Record<string, unknown> = {},
) {
  return await tested.succeed(transferOut, asked(customer, changed), customer.token)
}

/** The time for taking back is over. */
export async function due({ world: { db } }: TestWorld) {
  await sql`update withdrawals set send_at = send_at - interval '1 hour' where status = 'queued'`.execute(db)
}

/** Time passes for what was handed to the network. */
export async function later({ world: { db } }: TestWorld) {
  await sql`update withdrawal_attempts set created_at = created_at - interval '1 hour',
    broadcast_at = broadcast_at - interval '1 hour'`.execute(db)
  await sql`update withdrawals set sent_at = sent_at - interval '1 hour', dead_at = dead_at - interval '1 hour'
    where ended_at is null`.execute(db)
}

/** Pays what waits in the queue, to the end. */
export async function workOff(tested: WithdrawalWorld) {
  await due(tested)
  for (let round = 0; round < 3; round++) {
    await later(tested)
    await tested.pay()
    tested.node.mine(3)
  }
  await tested.pay()
}

export async function moneyIn(
  { world: { db } }: TestWorld,
  { userId }: TestCustomer,
  currency: Coin = 'USDT',
) {
  const account = (await balancesOf(db, userId)).find(account => account.currency === currency)
  return { balance: account?.balanceMinor ?? 0n, held: account?.heldMinor ?? 0n }
}

export async function billsOf({ world: { db } }: TestWorld, { userId }: TestCustomer) {
  const rows = await db.selectFrom('bills').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(({ kind, status, amount_minor, fee_minor, steps }) => ({
    kind,
    status,
    amount: amount_minor,
    fee: fee_minor,
    whats: steps.map(({ what }) => what).join(' '),
  }))
}

export async function messagesOf({ world: { db } }: TestWorld, { userId }: TestCustomer) {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('user_id', '=', userId)
    .where('notice_type', '=', 'withdraw')
    .orderBy('id')
    .execute()
  return rows.map(({ params }) => params)
}

export async function openAlarms({ world: { db } }: TestWorld) {
  const rows = await db
    .selectFrom('alarms')
    .select('kind')
    .where('settled_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

/** Everything a withdrawal touches, to see that nothing changed. */
export async function stateOf(tested: TestWorld, customer: TestCustomer) {
  const { db } = tested.world
  const count = async (table: 'withdrawals' | 'holds' | 'saved_addresses' | 'decisions', where = sql``) =>
    (await sql<{ n: bigint }>`select count(*) as n from ${sql.table(table)} ${where}`.execute(db)).rows[0]?.n
  return {
    money: await moneyIn(tested, customer),
    bills: await billsOf(tested, customer),
    messages: await messagesOf(tested, customer),
    withdrawals: await count('withdrawals'),
    holds: await count('holds'),
    saved: await count('saved_addresses'),
    // A refusal is kept, and is all that is.
    decisions: await count('decisions', sql`where answer is not null`),
  }
}

/** Expects a refusal and that nothing has changed. */
export async function refused(
  tested: WithdrawalWorld,
  customer: Withdrawer,
  changed: Record<string, unknown>,
  expected: object,
) {
  const before = await stateOf(tested, customer)
  const envelope = await tested.send(transferOut, asked(customer, changed), customer.token)
  expect(envelope).toMatchObject(expected)
  expect(await stateOf(tested, customer)).toEqual(before)
}
