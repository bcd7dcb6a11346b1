import { randomUUID } from 'node:crypto'
import { confirmTransfer, messages } from '../../src/contract/message.ts'
import type { Coin } from '../../src/contract/money.ts'
import { quote } from '../../src/contract/wallet.ts'
import { balancesOf } from '../../src/server/ledger/ledger.ts'
import { rateOfEther } from '../rated.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { setStatus } from './cardholder.ts'
import { newCustomer, type TestCustomer, testPin, withPin } from './customer.ts'
import { arrivedAtCard, newCard } from './deposit-world.ts'

export let tested: TestWorld

/** Opens the world: once for a file, before its tests. */
export async function begin() {
  tested = await startWorld()
}

/** One ETH is 3,000 USDT: before each test. */
export async function quoteAnew() {
  await tested.world.db.deleteFrom('rates').execute()
  await rateOfEther(tested.world.db)
}

export interface Holder extends TestCustomer {
  cardId: string
}

export async function holder(): Promise<Holder> {
  const customer = await newCustomer(tested)
  await withPin(tested, customer)
  return { ...customer, cardId: await newCard(tested.world.db, customer.userId) }
}

export const arrived = (customer: Holder, amount: string, currency: Coin = 'ETH') =>
  arrivedAtCard(tested.world.db, customer, { amount, currency })

export async function newest({ token }: Holder) {
  const { list } = await tested.succeed(messages, { pageSize: 1, page: 1, kind: 'balance' }, token)
  return list[0] as NonNullable<(typeof list)[0]>
}

/** One ETH waits for the yes of its owner, who has a quote for it. */
export async function waiting(amount = '1') {
  const customer = await holder()
  await arrived(customer, amount)
  const message = await newest(customer)
  return { customer, message, offer: await offered(customer, amount) }
}

export async function offered({ token }: Holder, amount = '1') {
  return await tested.succeed(quote, { from: 'ETH', to: 'USDT', amount }, token)
}

export const yes = (message: { id: string }, { quoteId }: { quoteId: string }, changes: object = {}) => ({
  id: message.id,
  quoteId,
  pin: testPin,
  requestId: randomUUID(),
  ...changes,
})

export async function keyOf(input: object, { token }: Holder) {
  const envelope = await tested.send(confirmTransfer, { ...input }, token)
  return 'key' in envelope ? envelope.key : 'status' in envelope ? envelope.status : 'done'
}

export async function holds({ userId }: Holder) {
  const all = await balancesOf(tested.world.db, userId)
  const held = all.filter(({ balanceMinor }) => balanceMinor !== 0n)
  return Object.fromEntries(
    held.map(({ kind, currency, balanceMinor }) => [kind === 'card' ? 'card' : currency, balanceMinor]),
  )
}

export const billsOf = ({ userId }: Holder) =>
  tested.world.db
    .selectFrom('bills')
    .select(['kind', 'amount_minor', 'currency', 'account', 'status', 'trace_id'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

export const oneEth = { ETH: 100_000_000n }

export async function status({ cardId }: Holder, status: 'closed' | 'frozen_risk' | 'frozen_user') {
  await setStatus(tested.world.db, { cardId }, status)
}
