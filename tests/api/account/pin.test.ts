import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { checkPin, getUser, isSetPIN, updatePinCode } from '../../../src/contract/account.ts'
import { codeWaitOver } from '../../fixtures/account/code-wait.ts'
import { codeFor, customerWithPin, newCustomer, testPin } from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

const owner = () => customerWithPin(tested)

const pass = (userId: string, seconds: number) =>
  sql`update attempts set window_ends_at = window_ends_at - ${seconds} * interval '1 second'
    where subject = ${`pin:${userId}`}`.execute(tested.world.db)

const letNextCode = (email: string) => codeWaitOver(tested.world.db, { email })

async function wrongTries(token: string, count: number) {
  const envelopes = []
  for (let tries = 0; tries < count; tries++) {
    envelopes.push(await tested.send(checkPin, { pin: '000000' }, token))
  }
  return envelopes
}

describe('updatePinCode', () => {
  test.each(['12345', '', 'x'.repeat(33), ['123456'], 123456, null])('refuses %j as a PIN', async pin => {
    const { token } = await newCustomer(tested)
    expect(await tested.send(updatePinCode, { pin, code: '000000' }, token)).toMatchObject({ code: 1400 })
    expect(await tested.succeed(isSetPIN, {}, token)).toBe(false)
  })

  test('refuses the first PIN without the code of the right purpose and the right person', async () => {
    const { email, token } = await newCustomer(tested)
    const other = await newCustomer(tested)
    const forgetCode = await codeFor(tested, { email, type: 'forget' })
    const othersCode = await codeFor(tested, { email: other.email, type: 'updatePinCode' })
    for (const code of [forgetCode, othersCode]) {
      expect(await tested.send(updatePinCode, { pin: testPin, code }, token)).toMatchObject({ code: 1006 })
    }
    expect(await tested.succeed(isSetPIN, {}, token)).toBe(false)
  })

  test('refuses a wrong old PIN, which counts as a try, and keeps the PIN', async () => {
    const { email, token } = await owner()
    await letNextCode(email)
    const code = await codeFor(tested, { email, type: 'updatePinCode' })
    const change = { pin: '135791', code, oldPin: '000000' }
    expect(await tested.send(updatePinCode, change, token)).toMatchObject({
      code: 1102,
      data: { triesLeft: 4 },
    })
    expect(await tested.succeed(checkPin, { pin: testPin }, token)).toBe(true)
  })

  test('refuses the login password as PIN, to whoever has the code only', async () => {
    const { email, token, password } = await newCustomer(tested)
    const code = await codeFor(tested, { email, type: 'updatePinCode' })
    const wrong = code === '000000' ? '000001' : '000000'
    const ask = (code: string) => tested.send(updatePinCode, { pin: password, code }, token)
    expect(await ask(wrong)).toMatchObject({ code: 1006 })
    expect(await ask(code)).toMatchObject({ code: 1101, data: { reason: 'like_password' } })
    expect(await tested.succeed(isSetPIN, {}, token)).toBe(false)
    await tested.succeed(updatePinCode, { pin: testPin, code }, token)
  })

  test('sets the first PIN without holding withdrawals, and keeps no trace of it', async () => {
    const { token, userId } = await owner()
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({ pinSet: true, holdUntil: null })
    const { rows } = await sql<{ pin_hash: string }>`select pin_hash from users where id = ${userId}`.execute(
      tested.world.db,
    )
    expect(rows[0]?.pin_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('replacing one lifts the lock and holds withdrawals for 24 hours', async () => {
    const { email, token } = await owner()
    await wrongTries(token, 6)
    await letNextCode(email)
    const code = await codeFor(tested, { email, type: 'updatePinCode' })
    await tested.succeed(updatePinCode, { pin: '釉里红釉里红', code, oldPin: '000000' }, token)
    expect(await tested.succeed(checkPin, { pin: '釉里红釉里红' }, token)).toBe(true)
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({
      holdUntil: expect.any(String),
      holdSeconds: expect.closeTo(86_400, -2),
    })
  })
})

describe('checkPin', () => {
  test('never answers false: a wrong PIN is refused, with the tries that are left', async () => {
    const { token } = await owner()
    expect(await tested.send(checkPin, { pin: '000000' }, token)).toMatchObject({
      code: 1102,
      data: { triesLeft: 4 },
    })
    expect(checkPin.output.safeParse(false).success).toBe(false)
  })

  test('compares what was typed, however short; an empty one is missing and costs no try', async () => {
    const { token } = await owner()
    expect(await tested.send(checkPin, { pin: '' }, token)).toMatchObject({
      key: 'input_invalid',
      data: { fields: { pin: 'required' } },
    })
    expect(await tested.send(checkPin, { pin: '1' }, token)).toMatchObject({
      key: 'pin_incorrect',
      data: { triesLeft: 4 },
    })
  })

  test('refuses with pin_unset while no PIN is set', async () => {
    const { token } = await newCustomer(tested)
    expect(await tested.send(checkPin, { pin: testPin }, token)).toMatchObject({
      code: 1103,
      key: 'pin_unset',
    })
  })

  test('after five wrong ones locks for an hour, after five more for 24 hours, whatever is typed', async () => {
    const { token, userId } = await owner()
    const first = await wrongTries(token, 5)
    expect(first.map(envelope => 'data' in envelope && envelope.data)).toMatchObject([
      { triesLeft: 4 },
      { triesLeft: 3 },
      { triesLeft: 2 },
      { triesLeft: 1 },
      { triesLeft: 0, until: expect.any(String) },
    ])
    const locked = await tested.send(checkPin, { pin: testPin }, token)
    expect(locked).toMatchObject({ code: 1104, key: 'pin_locked', data: { until: expect.any(String) } })
    await pass(userId, 3600 - 30)
    expect(await tested.send(checkPin, { pin: testPin }, token)).toMatchObject({ code: 1104 })
    await pass(userId, 60)
    expect(await wrongTries(token, 5)).toMatchObject(Array(5).fill({ code: 1102 }))
    await pass(userId, 23 * 3600)
    expect(await tested.send(checkPin, { pin: testPin }, token)).toMatchObject({ code: 1104 })
    await pass(userId, 3600 + 30)
    expect(await tested.succeed(checkPin, { pin: testPin }, token)).toBe(true)
  })

  test('compares at most five of two hundred tries at once', async () => {
    const { token } = await owner()
    const tries = Array.from({ length: 200 }, () => tested.send(checkPin, { pin: '000000' }, token))
    const envelopes = await Promise.all(tries)
    const codes = envelopes.map(envelope => ('code' in envelope ? envelope.code : envelope.status))
    expect(codes.filter(code => code === 1102)).toHaveLength(5)
    expect(codes.filter(code => code === 1104)).toHaveLength(195)
  })

  test('twenty right ones at once are all right', async () => {
    const { token } = await owner()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tested.send(checkPin, { pin: testPin }, token)),
    )
    expect(answers).toEqual(Array(20).fill({ code: 1, data: true }))
  })

  test('a right one is remembered, and yet: a lock locks it out, on this node and on another', async () => {
    const { token, userId } = await owner()
    expect(await tested.succeed(checkPin, { pin: testPin }, token)).toBe(true)
    await wrongTries(token, 5)
    const locked = { code: 1104, key: 'pin_locked' }
    expect(await tested.send(checkPin, { pin: testPin }, token)).toMatchObject(locked)
    await pass(userId, 3600 + 30)
    expect(await tested.succeed(checkPin, { pin: testPin }, token)).toBe(true)
    // As another node counts them.
    await sql`insert into attempts (subject, count, window_ends_at)
      values (${`pin:${userId}`}, 5, now() + interval '1 hour')`.execute(tested.world.db)
    expect(await tested.send(checkPin, { pin: testPin }, token)).toMatchObject(locked)
  })

  test('a right one that is replaced is forgotten at once', async () => {
    const { email, token } = await owner()
    expect(await tested.succeed(checkPin, { pin: testPin }, token)).toBe(true)
    await letNextCode(email)
    const code = await codeFor(tested, { email, type: 'updatePinCode' })
    await tested.succeed(updatePinCode, { pin: '135791', code, oldPin: testPin }, token)
    expect(await tested.send(checkPin, { pin: testPin }, token)).toMatchObject({ key: 'pin_incorrect' })
    expect(await tested.succeed(checkPin, { pin: '135791' }, token)).toBe(true)
  })

  test('a right one after a wrong one is compared in full, which takes its try and gives all back', async () => {
    const { token, userId } = await owner()
    const tries = () => sql`select from attempts where subject = ${`pin:${userId}`}`.execute(tested.world.db)
    expect(await tested.succeed(checkPin, { pin: testPin }, token)).toBe(true)
    await wrongTries(token, 1)
    expect((await tries()).rows).toHaveLength(1)
    expect(await tested.succeed(checkPin, { pin: testPin }, token)).toBe(true)
    expect((await tries()).rows).toHaveLength(0)
  })

  test('a right one starts the count again; another customer is not touched', async () => {
    const { token } = await owner()
    const other = await owner()
    await wrongTries(token, 4)
    expect(await tested.succeed(checkPin, { pin: testPin }, token)).toBe(true)
    expect((await wrongTries(token, 1))[0]).toMatchObject({ data: { triesLeft: 4 } })
    expect((await wrongTries(other.token, 1))[0]).toMatchObject({ data: { triesLeft: 4 } })
  })
})
