import { sql } from 'kysely'
import { getUser } from '../../src/contract/account.ts'
import { freezeAccount, unfreezeAccount } from '../../src/contract/safety.ts'
import { memoryTreasury } from '../ports/memory-treasury.ts'
import { standInIssuer } from '../ports/stand-in-issuer.ts'
import { startWorld, type TestWorld } from '../world.ts'
import type { CardWorld } from './cardholder.ts'
import { codeFor, type TestCustomer, testPin } from './customer.ts'
import { readAndPay, type WithdrawalWorld } from './withdrawer.ts'

/** A world with an issuer and a hot wallet, both in memory. */
export type FreezeWorld = CardWorld & WithdrawalWorld

export async function startFreezeWorld(): Promise<FreezeWorld> {
  const [issuer, node] = [standInIssuer(), memoryTreasury()]
  node.fund('USDT', 1_000_000_000_000n)
  node.fund('ETH', 100_000_000_000n)
  const tested = await startWorld({ issuer, treasury: node.treasury, chain: node.chain })
  return { ...tested, issuer, node, pay: () => readAndPay(tested) }
}

export const freezeBy = (tested: TestWorld, { token }: TestCustomer) =>
  tested.succeed(freezeAccount, {}, token)

export const frozenByOf = async (tested: TestWorld, { token }: TestCustomer) =>
  (await tested.succeed(getUser, {}, token)).frozenBy ?? null

/** A code that unfreezes; the wait between two codes is over. */
export async function unfreezeCode(tested: TestWorld, { email }: TestCustomer): Promise<string> {
  await tested.work()
  await sql`update email_codes set sent_at = sent_at - interval '2 minutes' where email = ${email}`.execute(
    tested.world.db,
  )
  return await codeFor(tested, { email, type: 'unfreeze' })
}

/** Unfreezes as a person does, with every secret there is. */
export async function unfreeze(tested: TestWorld, customer: TestCustomer) {
  const code = await unfreezeCode(tested, customer)
  const proof = { code, pin: testPin, password: customer.password }
  return await tested.succeed(unfreezeAccount, proof, customer.token)
}
