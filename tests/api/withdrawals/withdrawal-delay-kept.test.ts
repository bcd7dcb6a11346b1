import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checkPin,
  forget,
  undoEmail,
  updateEmail,
  updatePassword,
  updatePinCode,
} from '../../../src/contract/account.ts'
import { exportData } from '../../../src/contract/deletion.ts'
import { freezeAccount, updateWithdrawalDelay } from '../../../src/contract/safety.ts'
import { hashSecret } from '../../../src/server/account/hashing.ts'
import { setPassword } from '../../../src/server/account/password.ts'
import { hashPin, setPin } from '../../../src/server/account/pin.ts'
import { userById } from '../../../src/server/account/users.ts'
import { shortenDelay } from '../../../src/server/account/withdrawal-delay.ts'
import { forgetPerson } from '../../../src/server/across/forget-person.ts'
import { transaction } from '../../../src/server/database/database.ts'
import { lockCustomer } from '../../../src/server/database/lock-customer.ts'
import { freezeUser } from '../../../src/server/ops/freeze-user.ts'
import { sheetOf } from '../../../src/server/ops/user-sheet.ts'
import { codeWaitOver } from '../../fixtures/account/code-wait.ts'
import { codeFor, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { choose, delayLetters, delayOf, passDelay, warnings } from '../../fixtures/account/delayed.ts'
import {
  begin,
  changed,
  clocked,
  end,
  newEmail,
  owner,
  proofs,
  tested,
  undoTokenFor,
} from '../../fixtures/account/email-owner.ts'
import { waitersOn } from '../../fixtures/postgres.ts'
import { secondNode } from '../../fixtures/two-nodes.ts'
import { filesIn } from '../../fixtures/unzip.ts'

beforeAll(begin)
afterAll(end)

/** A customer whose withdrawals wait a day, and are to wait no more. */
async function shortening(): Promise<TestCustomer> {
  const customer = await owner()
  await choose(tested, customer, 24)
  await choose(tested, customer, 0)
  return customer
}

const reset = async ({ email }: TestCustomer) => ({
  email,
  password: 'celadon22',
  code: await codeFor(tested, { email, type: 'forget' }),
})

const newPin = async ({ email }: TestCustomer) => ({
  pin: '975310',
  code: await codeFor(tested, { email, type: 'updatePinCode' }),
})

/** Each change of a secret, and a freeze. */
const changes: Record<string, (customer: TestCustomer) => Promise<unknown>> = {
  'a password reset by a code': async customer => tested.succeed(forget, await reset(customer)),
  'another password': async ({ email, token }) =>
    tested.succeed(
      updatePassword,
      { password: 'celadon22', code: await codeFor(tested, { email, type: 'updatePassword' }) },
      token,
    ),
  'another PIN': async customer => {
    await codeWaitOver(clocked.db, customer)
    await tested.succeed(updatePinCode, await newPin(customer), customer.token)
  },
  'another e-mail': async customer =>
    tested.succeed(updateEmail, await proofs(customer, newEmail()), customer.token),
  'a freeze': async ({ token }) => tested.succeed(freezeAccount, {}, token),
}

describe.each(Object.keys(changes))('%s', name => {
  const make = changes[name] as (typeof changes)[string]

  test('takes back a shorter wait that is on its way, and tells it by message and mail', async () => {
    const customer = await shortening()
    await make(customer)
    const { rows } = await sql`
      select delay_hours, shorter_delay_at from users where id = ${customer.userId}`.execute(clocked.db)
    expect(rows).toEqual([{ delay_hours: 24, shorter_delay_at: null }])
    expect((await warnings(tested, customer)).at(-1)).toBe('delayKept 24')
    if (name === 'another e-mail') return
    const letters = await delayLetters(tested, customer)
    expect(letters).toContainEqual(expect.stringContaining('Withdrawals still wait 24 hours.'))
  })

  test('leaves one that is in force, and tells nothing of it', async () => {
    const customer = await shortening()
    await passDelay(tested, customer, '25 hours')
    await make(customer)
    const { rows } = await sql`
      select delay_hours, shorter_delay_hours from users where id = ${customer.userId}`.execute(clocked.db)
    expect(rows).toEqual([{ delay_hours: 24, shorter_delay_hours: 0 }])
    expect(await warnings(tested, customer)).not.toContain('delayKept 24')
  })
})

test('an e-mail that is changed back takes back what was asked for meanwhile', async () => {
  const customer = await owner()
  await choose(tested, customer, 24)
  const moved = await changed(customer)
  await choose(tested, moved, 0)
  const token = await undoTokenFor(customer.email)
  await tested.succeed(undoEmail, { token })
  expect((await warnings(tested, customer)).at(-1)).toBe('delayKept 24')
})

describe('at the same moment', () => {
  /** What a customer asks for, whose PIN is known: only the row is waited for. */
  async function asking(): Promise<TestCustomer> {
    const customer = await owner()
    await choose(tested, customer, 24)
    await tested.succeed(checkPin, { pin: testPin }, customer.token)
    return customer
  }
  const ask = ({ token }: TestCustomer, hours: number) =>
    tested.send(updateWithdrawalDelay, { hours, pin: testPin }, token)

  test.each(['password', 'PIN'] as const)(
    'a new %s that is committed first refuses what was proved by the old secrets',
    async which => {
      const customer = await asking()
      const { userId } = customer
      const user = await userById(clocked.db, userId)
      const hash =
        which === 'PIN' ? await hashPin(tested.world, { userId, pin: '975310' }) : await hashSecret('x')
      for (const hours of [0, 72]) {
        let waiting: ReturnType<typeof ask> | undefined
        await transaction(clocked.db, async db => {
          if (which === 'PIN') await setPin(db, { userId, pinHash: `${hash}${hours}` })
          else await setPassword(db, { user, passwordHash: `${hash}${hours}` })
          waiting = ask(customer, hours)
          await expect.poll(() => waitersOn(db), { timeout: 10_000 }).toBe(1)
        })
        expect(await waiting).toMatchObject({ key: 'modify_failed', data: { reason: 'secrets_changed' } })
        const pinHash = user.pin_hash as string
        await sql`update users set pin_hash = ${pinHash} where id = ${userId}`.execute(clocked.db)
      }
      expect(await delayOf(tested, customer)).toEqual({ hours: 24, next: null })
      expect(await warnings(tested, customer)).toEqual(['pinSet', 'delayLonger 24'])
    },
  )

  test('a reset that waits for a shorter wait to be committed takes it back', async () => {
    const customer = await asking()
    const proof = await reset(customer)
    let waiting: ReturnType<typeof tested.send> | undefined
    await transaction(clocked.db, async db => {
      await lockCustomer(db, customer.userId)
      await shortenDelay(db, { userId: customer.userId, from: 24, to: 0 })
      waiting = tested.send(forget, proof)
      await expect.poll(() => waitersOn(db), { timeout: 10_000 }).toBe(1)
    })
    expect(await waiting).toMatchObject({ code: 1 })
    const { rows } = await sql`
      select delay_hours, shorter_delay_at from users where id = ${customer.userId}`.execute(clocked.db)
    expect(rows).toEqual([{ delay_hours: 24, shorter_delay_at: null }])
  })

  test('whichever of both is first, on two nodes, no shorter wait outlives a reset', async () => {
    const node = await secondNode(tested.world)
    try {
      for (let round = 0; round < 10; round++) {
        const customer = await asking()
        const proof = round % 2 ? await reset(customer) : null
        if (!proof) await codeWaitOver(clocked.db, customer)
        const input = proof ?? (await newPin(customer))
        const resetting = node.http.inject({
          method: 'POST',
          url: (proof ? forget : updatePinCode).path,
          payload: input,
          headers: { 'x-access-token': customer.token },
        })
        const asked = await ask(customer, 0)
        expect((await resetting).json()).toMatchObject({ code: 1 })
        expect('code' in asked ? [1, 1503, 1102] : [401]).toContain(
          'code' in asked ? asked.code : asked.status,
        )
        const { rows } = await sql`
          select delay_hours, shorter_delay_at from users where id = ${customer.userId}`.execute(clocked.db)
        expect(rows).toEqual([{ delay_hours: 24, shorter_delay_at: null }])
      }
    } finally {
      await node.close()
    }
  }, 240_000)

  test('many of one customer end as one that was asked for, told once', async () => {
    const customer = await asking()
    const answers = await Promise.all([0, 0, 0, 0, 0, 0].map(hours => ask(customer, hours)))
    for (const answer of answers) expect(answer).toMatchObject({ code: 1, data: { delay: { hours: 24 } } })
    expect(await delayOf(tested, customer)).toEqual({ hours: 24, next: 0 })
    expect(await warnings(tested, customer)).toEqual(['pinSet', 'delayLonger 24', 'delayShorter 24'])
  })
})

test('the export of a customer tells what is in force and what is to be', async () => {
  const customer = await shortening()
  const { content } = await tested.succeed(exportData, { pin: testPin }, customer.token)
  const profile = filesIn(Buffer.from(content, 'base64')).get('profile.json')
  expect(JSON.parse(`${profile}`)).toMatchObject({ delay: { hours: 24, next: { hours: 0 } } })
})

test('an operator who freezes a customer takes it back too, and reads of the wait on their sheet', async () => {
  const customer = await shortening()
  const user = await userById(clocked.db, customer.userId)
  expect(await sheetOf(clocked.db, user)).toMatchObject({
    withdrawalDelay: { hours: 24, next: { hours: 0 } },
  })
  await freezeUser({ db: clocked.db, operator: 'ann' }, { user, reason: 'a call' })
  expect((await warnings(tested, customer)).at(-1)).toBe('delayKept 24')
  expect(await sheetOf(clocked.db, user)).toMatchObject({ withdrawalDelay: { hours: 24, next: null } })
})

test('a customer who is forgotten leaves no wait behind', async () => {
  const customer = await shortening()
  const user = await userById(clocked.db, customer.userId)
  await transaction(clocked.db, db => forgetPerson(db, user))
  const { rows } = await sql`
    select delay_hours, shorter_delay_hours, shorter_delay_at from users where id = ${customer.userId}`.execute(
    clocked.db,
  )
  expect(rows).toEqual([{ delay_hours: 0, shorter_delay_hours: null, shorter_delay_at: null }])
})
