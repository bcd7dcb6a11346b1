import { type NewBill, writeBill } from '../../src/server/bills/bills.ts'
import { type CardWorld, startCardWorld } from './cardholder.ts'
import type { TestCustomer } from './customer.ts'

export let tested: CardWorld

/** Opens the world: once for a file, before its tests. */
export async function begin() {
  tested = await startCardWorld()
}

export const page = (fields: Record<string, unknown> = {}) => ({ pageSize: 10, page: 1, ...fields })

export const row = ({ userId }: TestCustomer, fields: Partial<NewBill> = {}) =>
  writeBill(tested.world.db, {
    userId,
    kind: 'deposit',
    amountMinor: 1_000_000n,
    currency: 'USDT',
    account: 'wallet',
    status: 'done',
    step: { what: 'credited' },
    ...fields,
  })
