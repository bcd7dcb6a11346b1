import type { World } from '../../src/server/world.ts'
import { dyingAt } from '../dying.ts'
import { startIssuerTown } from '../ports/issuer-town.ts'
import { openedCard, readyCustomer, type TestCard } from './cardholder.ts'
import type { TestCustomer } from './customer.ts'

// A town with the sandbox issuer, and in it a customer with a card.

export let town: Awaited<ReturnType<typeof startIssuerTown>>
export let customer: TestCustomer
export let card: TestCard
export let world: World

/** Opens the town: once for a file, before its tests. */
export async function begin() {
  town = await startIssuerTown()
  world = town.tested.world
}

/** Another customer with a card and 100 USD on it: before each test. */
export async function renew() {
  town.faults.clear()
  customer = await readyCustomer(town.tested, '1000')
  card = await openedCard(town.tested, customer, { rechargeAmount: '100' })
}

/** Runs a job on a node that ends with its so manieth statement; whether it got through before. */
export async function killedAt(at: number, job: (node: World) => Promise<unknown>): Promise<boolean> {
  const { db, hasDied } = dyingAt(world.db, at)
  await job({ ...world, db }).catch(() => {})
  return !hasDied()
}
