import { randomUUID } from 'node:crypto'
import { register, sendEmail, updatePinCode } from '../../src/contract/account.ts'
import type { Currency } from '../../src/contract/money.ts'
import { newId } from '../../src/server/id.ts'
import { houseAccount, openAccount, post } from '../../src/server/ledger/ledger.ts'
import { codeIn } from '../code-in.ts'
import { profile } from '../profile.ts'
import type { TestWorld } from '../world.ts'

/** A customer made the way a person makes one: a code from a letter, then registration. */
export interface TestCustomer {
  userId: string
  email: string
  password: string
  token: string
}

export const testPin = '246801'

export async function newCustomer(
  tested: TestWorld,
  email = `${randomUUID()}@mail.test`,
): Promise<TestCustomer> {
  const password = 'porcelain1'
  const code = await codeFor(tested, { email, type: 'register' })
  const { userInfo, token } = await tested.succeed(register, { email, password, code, lang: 'en' })
  return { userId: userInfo.id, email, password, token }
}

/** Asks for a code and reads it from the letter. */
export async function codeFor(
  tested: TestWorld,
  { email, type }: { email: string; type: string },
): Promise<string> {
  await tested.succeed(sendEmail, { email, type, lang: 'en' })
  await tested.work()
  // Letters of one moment are sent in any order.
  const codes = tested.letters.map(({ to, text }) => (to === email ? codeIn(text) : undefined))
  const code = codes.findLast(found => found !== undefined)
  if (!code) throw new Error(`no code for ${email}`)
  return code
}

/** Sets the fund PIN `testPin`. */
export async function withPin(tested: TestWorld, { email, token }: TestCustomer): Promise<void> {
  const code = await codeFor(tested, { email, type: 'updatePinCode' })
  await tested.succeed(updatePinCode, { pin: testPin, code }, token)
}

/** A new customer who has set the fund PIN `testPin`. */
export async function customerWithPin(tested: TestWorld): Promise<TestCustomer> {
  const customer = await newCustomer(tested)
  await withPin(tested, customer)
  return customer
}

/** An approved verification, as the operator leaves it. */
export async function certified(
  { world }: Pick<TestWorld, 'world'>,
  { userId }: Pick<TestCustomer, 'userId'>,
): Promise<void> {
  await world.db
    .insertInto('applicants')
    .values({
      id: newId(),
      user_id: userId,
      status: 'approved',
      profile: JSON.stringify(profile),
      doc_type: 'passport',
      decided_at: new Date(),
      created_at: new Date(),
    })
    .execute()
}

/** Money in the wallet, as a deposit brings it: from the house account of the chain. */
export async function funded(
  { world: { db } }: Pick<TestWorld, 'world'>,
  { userId, amountMinor, currency = 'USDT' }: { userId: string; amountMinor: bigint; currency?: Currency },
): Promise<void> {
  const accountId = await openAccount(db, { kind: 'wallet', ownerId: userId, currency })
  const chainId = await houseAccount(db, { code: 'chain', currency })
  await post(db, {
    idempotencyKey: `test:${newId()}`,
    reason: 'deposit',
    entries: [
      { accountId: chainId, amountMinor: -amountMinor },
      { accountId, amountMinor },
    ],
  })
}
