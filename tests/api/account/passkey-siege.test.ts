import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getUser } from '../../../src/contract/account.ts'
import { biometricsAdd, loginAsk, loginBy, payBy, remove } from '../../../src/contract/passkey.ts'
import { passkeysMax } from '../../../src/server/account/passkeys/passkeys.ts'
import { forgetOld } from '../../../src/server/jobs/forget-old.ts'
import { customerWithPin, testPin } from '../../fixtures/account/customer.ts'
import {
  addedPasskey,
  payingPasskey,
  phone,
  shownTo,
  signedFor,
  startPasskeyWorld,
} from '../../fixtures/account/passkeys.ts'
import { until } from '../../fixtures/until.ts'
import type { TestWorld } from '../../fixtures/world.ts'

// What happens at one moment, by clocks that differ, and where there is room for no more.

let tested: TestWorld
beforeAll(async () => {
  tested = await startPasskeyWorld()
})
afterAll(() => tested.close())

const refused = { key: 'passkey_refused' }
const minuteMs = 60_000

/** Null while nobody waits for a lock. */
async function somebodyWaits(): Promise<true | null> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    tested.world.db,
  )
  return rows.length > 0 ? true : null
}

test('a passkey that stands for the PIN no longer at this very moment gives no pass', async () => {
  const customer = await customerWithPin(tested)
  const of = await payingPasskey(tested, customer)
  const signed = await signedFor(tested, customer, of)
  const answer = await tested.world.db.transaction().execute(async db => {
    await sql`update passkeys set pays_under = null where id = ${of.passkey.id}`.execute(db)
    const asked = tested.send(payBy, signed, customer.token)
    await until(somebodyWaits)
    return { asked }
  })
  expect(await answer.asked).toMatchObject(refused)
  const { rows } = await sql`select from pin_passes where user_id = ${customer.userId}`.execute(
    tested.world.db,
  )
  expect(rows).toEqual([])
})

test('a challenge that was used is known as long as any node may still think it good', async () => {
  const customer = await customerWithPin(tested)
  const { key } = await addedPasskey(tested, customer)
  key.counter = -1
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 10 * minuteMs })
  try {
    const { challenge } = await tested.succeed(loginAsk, {})
    const assertion = phone.get(key, challenge, { counter: 0 })
    await tested.succeed(loginBy, { assertion })
    await forgetOld.run(tested.world)
    expect(await tested.send(loginBy, { assertion })).toMatchObject(refused)
  } finally {
    vi.useRealTimers()
  }
})

test('a challenge of a clock that ran ahead is good for nothing', async () => {
  const customer = await customerWithPin(tested)
  const { key } = await addedPasskey(tested, customer)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * minuteMs })
  const early = await shownTo(tested, key)
  vi.useRealTimers()
  expect(await tested.send(loginBy, early)).toMatchObject(refused)
  await tested.succeed(loginBy, await shownTo(tested, key))
})

test('with ten, Telegram of a phone gets another token in place of its own, and no other phone one', async () => {
  const customer = await customerWithPin(tested)
  const deviceKey = () => randomUUID().replaceAll('-', '')
  const own = deviceKey()
  const add = (key: string) => tested.send(biometricsAdd, { pin: testPin, deviceKey: key }, customer.token)
  await add(own)
  for (let others = 1; others < passkeysMax; others++) await add(deviceKey())
  expect(await add(deviceKey())).toMatchObject({ key: 'limit_exceeded' })
  expect(await add(own)).toMatchObject({ code: 1 })
})

test('what Telegram keeps signs nobody in: removing it ends no session that a passkey opened', async () => {
  const customer = await customerWithPin(tested)
  const { key } = await addedPasskey(tested, customer)
  const { token } = await tested.succeed(loginBy, await shownTo(tested, key))
  const deviceKey = randomUUID().replaceAll('-', '')
  const { passkey } = await tested.succeed(biometricsAdd, { pin: testPin, deviceKey }, customer.token)
  await tested.succeed(remove, { id: passkey.id }, customer.token)
  await tested.succeed(getUser, {}, token)
})
