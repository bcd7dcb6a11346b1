import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { deleteAccount } from '../../src/contract/deletion.ts'
import type { Db } from '../../src/server/database.ts'
import { deleteUsers } from '../../src/server/jobs/delete-users.ts'
import { houseAccount, post } from '../../src/server/ledger/ledger.ts'
import { type CardWorld, startCardWorld } from './cardholder.ts'
import { codeFor, type TestCustomer, testPin } from './customer.ts'

export let tested: CardWorld

/** Opens the world: once for a file, before its tests. */
export async function begin() {
  tested = await startCardWorld()
}

/** Lets the codes of an address be sent again at once. */
const ageCodes = ({ email }: TestCustomer) =>
  sql`update email_codes set sent_at = sent_at - interval '61 seconds' where email = ${email}`.execute(
    tested.world.db,
  )

export async function wish(customer: TestCustomer, fields: Record<string, unknown> = {}) {
  await ageCodes(customer)
  return { code: await codeFor(tested, { ...customer, type: 'deleteAccount' }), pin: testPin, ...fields }
}

export const asked = async (customer: TestCustomer, fields: Record<string, unknown> = {}) =>
  await tested.succeed(deleteAccount, await wish(customer, fields), customer.token)

/** The fifteen days of a deletion are over. */
export async function daysPassFor(db: Db, { userId }: Pick<TestCustomer, 'userId'>) {
  await sql`update deletions set asked_at = asked_at - interval '15 days', due_at = due_at - interval '15 days'
    where user_id = ${userId} and state = 'waiting'`.execute(db)
}

/** The fifteen days pass, and the schedule comes by. */
export async function daysPass(customer: TestCustomer) {
  await daysPassFor(tested.world.db, customer)
  await deleteUsers.run(tested.world)
  await tested.work()
}

export const userOf = ({ userId }: TestCustomer) =>
  tested.world.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()

export async function spend(walletId: string, amountMinor: bigint) {
  const houseId = await houseAccount(tested.world.db, { code: 'chain', currency: 'USDT' })
  await post(tested.world.db, {
    idempotencyKey: `test:${randomUUID()}`,
    reason: 'withdrawal',
    entries: [
      { accountId: walletId, amountMinor: -amountMinor },
      { accountId: houseId, amountMinor },
    ],
  })
}
