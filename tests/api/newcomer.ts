import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { startWorld, type TestWorld } from '../world.ts'
import { newCustomer } from './customer.ts'

export let tested: TestWorld

/** Opens the world: once for a file, before its tests. */
export async function begin() {
  tested = await startWorld()
}

export const newEmail = () => `${randomUUID()}@mail.test`
export const join = () => newCustomer(tested, newEmail())

/** Another person's network: what is counted by source is counted apart. */
export function from(ip: string) {
  return async (path: string, payload: Record<string, unknown>) =>
    (await tested.http.inject({ method: 'POST', url: path, payload, remoteAddress: ip })).json()
}

/** Lets time pass for the codes of an address. */
export const ageCodes = (email: string, seconds: number) =>
  sql`update email_codes set sent_at = sent_at - ${seconds} * interval '1 second',
    expires_at = expires_at - ${seconds} * interval '1 second' where email = ${email}`.execute(
    tested.world.db,
  )
