import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateUserInfo } from '../../../src/contract/account.ts'
import { meetDevice } from '../../../src/server/account/devices.ts'
import { openSession } from '../../../src/server/account/session.ts'
import { logSignIn } from '../../../src/server/account/sign-ins.ts'
import type { UserRow } from '../../../src/server/account/tables.ts'
import { forgetPerson } from '../../../src/server/across/forget-person.ts'
import { warn } from '../../../src/server/api/account/security-notice.ts'
import { type Db, transaction } from '../../../src/server/database/database.ts'
import { lockCustomer } from '../../../src/server/database/lock-customer.ts'
import { keepPicture } from '../../../src/server/identity/documents.ts'
import { deleteUsers } from '../../../src/server/jobs/delete-users.ts'
import { tell } from '../../../src/server/messages/messages.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { asked, begin, daysPassFor, tested, userOf } from '../../fixtures/account/leaver.ts'
import { workLater } from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

const device = 'A phone at the kiln'

/** What a sign-in and other calls write of a customer whom they have found. */
async function writeOf(db: Db, user: UserRow) {
  const { world } = tested
  const seen = { userId: user.id, device, ip: '192.0.2.7' }
  await meetDevice(world, db, { userId: user.id, deviceKey: 'k'.repeat(22) })
  await openSession(world, db, seen)
  await logSignIn(db, { ...seen, method: 'password', isSuccess: true })
  const said = {
    kind: 'system',
    noticeType: 'notice',
    eventKey: 'late',
    params: { title_en: device },
  } as const
  await tell(db, { userId: user.id, ...said })
  const picture = { content: Buffer.from('a picture'), width: 1, height: 1, looks: [] }
  await keepPicture(world, db, { userId: user.id, picture })
  await warn(db, { user, event: 'newDevice', caller: { ...seen, lang: user.lang } })
  await sql`
    insert into attempts (subject, count, window_ends_at) values (${`pin:${user.id}`}, 1, now())`.execute(db)
  await sql`update users set timezone = 'Asia/Urumqi' where id = ${user.id}`.execute(db)
}

/** How much of that is kept of them. */
async function keptOf({ userId }: TestCustomer): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select (select count(*) from sessions where user_id = ${userId}) + (select count(*) from sign_ins where user_id = ${userId})
      + (select count(*) from known_devices where user_id = ${userId}) + (select count(*) from messages where user_id = ${userId})
      + (select count(*) from documents where user_id = ${userId}) + (select count(*) from attempts where subject = ${`pin:${userId}`})
      + (select count(*) from jobs where payload ->> 'userId' = ${userId} and kind = 'send-letter')
      + (select count(*) from users where id = ${userId} and timezone = 'Asia/Urumqi') as count`.execute(
    tested.world.db,
  )
  return Number(rows[0]?.count)
}

/** Somebody whose day has come. */
async function leaver() {
  const customer = await newCustomer(tested)
  await asked(customer, { pin: undefined })
  await daysPassFor(tested.world.db, customer)
  return { customer, user: await userOf(customer) }
}

const waits = async () => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    tested.world.db,
  )
  return rows.length
}

test('what a call writes while its customer is forgotten is taken away again', async () => {
  const { customer, user } = await leaver()
  let deletion: Promise<void> | undefined
  // The call has written and not committed; the deletion goes past all of it and waits for the row of the user alone.
  await transaction(tested.world.db, async db => {
    await writeOf(db, user)
    deletion = deleteUsers.run(tested.world)
    await expect.poll(waits, { timeout: 15_000 }).toBeGreaterThan(0)
  })
  await deletion
  expect((await userOf(customer)).deleted_at).not.toBeNull()
  expect(await keptOf(customer)).toBeGreaterThan(0)
  await tested.work()
  expect(await keptOf(customer)).toBe(0)
})

test('what comes later is taken away for a month, at the end of which nobody looks any more', async () => {
  const { customer, user } = await leaver()
  const { db } = tested.world
  await deleteUsers.run(tested.world)
  await tested.work()
  const gone = async (days: number) => {
    await sql`update users set deleted_at = now() - make_interval(days => ${days}) where id = ${user.id}`.execute(
      db,
    )
    await writeOf(db, user)
    expect(await keptOf(customer)).toBeGreaterThan(6)
    await sql`delete from jobs where kind in ('send-letter', 'copy-message')`.execute(db)
    await workLater(tested)
    return await keptOf(customer)
  }
  expect(await gone(0)).toBe(0)
  expect(await gone(29)).toBe(0)
  const next = async () => {
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from run_at - now())::float / 3600 as hours from jobs
      where kind = 'forget-again' and payload ->> 'userId' = ${user.id}`.execute(db)
    return rows.map(({ hours }) => Math.ceil(hours))
  }
  expect(await next()).toEqual([24])
  expect(await gone(31)).toBe(0)
  expect(await next()).toEqual([])
})

test('whoever names themselves at the moment they are deleted is told that they are signed out', async () => {
  const { customer, user } = await leaver()
  let naming: ReturnType<typeof tested.send> | undefined
  await transaction(tested.world.db, async db => {
    await lockCustomer(db, user.id)
    await forgetPerson(db, user)
    naming = tested.send(updateUserInfo, { nickname: 'Lin' }, customer.token)
    await expect.poll(waits, { timeout: 15_000 }).toBeGreaterThan(0)
  })
  expect(await naming).toMatchObject({ status: 401 })
  expect((await userOf(customer)).nickname).toBeNull()
})
