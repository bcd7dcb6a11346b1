import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { userBill } from '../../src/contract/bill.ts'
import { type Coin, parse } from '../../src/contract/money.ts'
import { balancesOf } from '../../src/server/ledger/ledger.ts'
import { keepRates } from '../../src/server/rates/rates.ts'
import type { SourceRate } from '../../src/server/rates/source.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { funded, newCustomer, type TestCustomer, testPin, withPin } from './customer.ts'

export let tested: TestWorld

/** Opens the world: once for a file, before its tests. */
export async function begin() {
  tested = await startWorld()
}

/** Leaves one rate only, that of now: before each test. */
export async function renew() {
  await tested.world.db.deleteFrom('rates').execute()
  await told({ base: 'ETH', quote: 'USDT', rate: '3000' })
}

/** The source says so now. */
export async function told(...rates: SourceRate[]) {
  await tested.world.db
    .updateTable('rates')
    .set({ read_at: new Date(Date.now() - 60_000) })
    .execute()
  await keepRates(tested.world.db, { at: new Date(), rates })
}

/** A customer with a PIN and that much of a coin. */
export async function holder(amount = '2', currency: Coin = 'ETH'): Promise<TestCustomer> {
  const customer = await newCustomer(tested)
  await withPin(tested, customer)
  await funded(tested, { userId: customer.userId, amountMinor: parse(amount, currency) as bigint, currency })
  return customer
}

export const asked = (amount: string, from: Coin = 'ETH') => ({ from, to: 'USDT', amount })

export const conversion = (quoteId: string, fields: object = {}) => ({
  quoteId,
  amount: '1',
  currency: 'ETH',
  pin: testPin,
  requestId: randomUUID(),
  ...fields,
})

export async function holdings({ userId }: TestCustomer) {
  const all = await balancesOf(tested.world.db, userId)
  return Object.fromEntries(all.map(({ currency, balanceMinor }) => [currency, balanceMinor]))
}

export async function untouched(customer: TestCustomer) {
  const { token } = customer
  expect(await holdings(customer)).toMatchObject({ ETH: 200_000_000n })
  expect((await holdings(customer)).USDT ?? 0n).toBe(0n)
  const { total } = await tested.succeed(userBill, { pageSize: 5, page: 1, type: 'transfer' }, token)
  expect(total).toBe(0)
}
