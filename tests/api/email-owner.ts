import { randomUUID } from 'node:crypto'
import { updateEmail } from '../../src/contract/account.ts'
import { type ClockedDatabase, clockedDatabase } from '../clock.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { codeFor, customerWithPin, type TestCustomer, testPin } from './customer.ts'

export let clocked: ClockedDatabase
export let tested: TestWorld

/** Opens the world and its clock: once for a file, before its tests. */
export async function begin() {
  clocked = await clockedDatabase()
  tested = await startWorld({ db: clocked.db })
}

/** Closes both, after its tests. */
export async function end() {
  await tested.close()
  await clocked.close()
}

export const hourMs = 3_600_000
export const newEmail = () => `${randomUUID()}@mail.test`

export const owner = () => customerWithPin(tested)

/** What a change to an address takes: both codes and the PIN. */
export async function proofs({ email: old }: TestCustomer, email: string) {
  const newCode = await codeFor(tested, { email, type: 'newEmail' })
  const code = await codeFor(tested, { email: old, type: 'updateEmail' })
  return { email, code, newCode, pin: testPin }
}

export async function changed(customer: TestCustomer, email = newEmail()): Promise<TestCustomer> {
  await tested.succeed(updateEmail, await proofs(customer, email), customer.token)
  return { ...customer, email }
}

/** The token of the letter that went to an address that was given up. */
export async function undoTokenFor(email: string): Promise<string> {
  await tested.work()
  const letter = tested.letters.findLast(({ to, text }) => to === email && text.includes('undo='))
  return /undo=([0-9a-f]{64})/.exec(letter?.text ?? '')?.[1] ?? ''
}

export const emailOf = async ({ userId }: TestCustomer) =>
  (await clocked.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow())
    .email

export function signInWith({ email, password }: TestCustomer) {
  return { email, password }
}
