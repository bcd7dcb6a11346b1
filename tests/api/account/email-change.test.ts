import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkPin, getUser, login, register, sendEmail, updateEmail } from '../../../src/contract/account.ts'
import { messages } from '../../../src/contract/message.ts'
import { changeEmail } from '../../../src/server/account/email-change.ts'
import { transaction } from '../../../src/server/database/database.ts'
import { codeFor, newCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  begin,
  changed,
  clocked,
  emailOf,
  end,
  hourMs,
  newEmail,
  owner,
  proofs,
  signInWith,
  tested,
  undoTokenFor,
} from '../../fixtures/account/email-owner.ts'
import { waitersOn } from '../../fixtures/postgres.ts'
import { worldOn } from '../../fixtures/world.ts'

beforeAll(begin)
afterAll(end)
beforeEach(() => sql`delete from clock.stopped`.execute(clocked.db))

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('updateEmail', () => {
  test('without a fund PIN says that one is needed first', async () => {
    const customer = await newCustomer(tested)
    const input = { email: newEmail(), code: '000000', newCode: '000000', pin: testPin }
    expect(await tested.send(updateEmail, input, customer.token)).toMatchObject({ key: 'pin_unset' })
  })

  test('refuses a wrong PIN, which counts as a try, and spends no try of the codes', async () => {
    const customer = await owner()
    const given = await proofs(customer, newEmail())
    const refused = await tested.send(updateEmail, { ...given, pin: '000000' }, customer.token)
    expect(refused).toMatchObject({ key: 'pin_incorrect', data: { triesLeft: 4 } })
    const { rows } = await sql<{ tries: number }>`
      select tries from email_codes where email in (${customer.email}, ${given.email}) and used_at is null
        and purpose in ('updateEmail', 'newEmail')`.execute(clocked.db)
    expect(rows).toEqual([{ tries: 0 }, { tries: 0 }])
    expect(await emailOf(customer)).toBe(customer.email)
  })

  test('refuses either code when it is wrong, of another purpose or address, and says which', async () => {
    const customer = await owner()
    const given = await proofs(customer, newEmail())
    const forgetCode = await codeFor(tested, { email: customer.email, type: 'forget' })
    const wrong = [
      [{ code: wrongOf(given.code) }, 'code'],
      [{ code: given.newCode === given.code ? wrongOf(given.code) : given.newCode }, 'code'],
      [{ code: forgetCode === given.code ? wrongOf(given.code) : forgetCode }, 'code'],
      [{ newCode: wrongOf(given.newCode) }, 'newCode'],
      [{ email: newEmail() }, 'newCode'],
    ] as const
    for (const [change, field] of wrong) {
      const refused = await tested.send(updateEmail, { ...given, ...change }, customer.token)
      expect(refused).toMatchObject({ key: 'code_incorrect', data: { field } })
    }
    await sql`update email_codes set tries = 0 where email = ${customer.email}`.execute(clocked.db)
    await sql`update email_codes set tries = 0, expires_at = now() where email = ${given.email}`.execute(
      clocked.db,
    )
    expect(await tested.send(updateEmail, given, customer.token)).toMatchObject({
      key: 'code_wait',
      data: { reason: 'expired', field: 'newCode' },
    })
    expect(await emailOf(customer)).toBe(customer.email)
    expect(await tested.succeed(getUser, {}, customer.token)).toMatchObject({ holdUntil: null })
  })

  test('compares at most five of 200 codes at once, and the right one is refused after them', async () => {
    const customer = await owner()
    const given = await proofs(customer, newEmail())
    await tested.succeed(checkPin, { pin: testPin }, customer.token)
    const guesses = Array.from({ length: 200 }, () =>
      tested.send(updateEmail, { ...given, code: wrongOf(given.code) }, customer.token),
    )
    for (const answer of await Promise.all(guesses)) expect(answer).toMatchObject({ key: 'code_incorrect' })
    const { rows } = await sql`
      select tries from email_codes where email = ${customer.email} and purpose = 'updateEmail'`.execute(
      clocked.db,
    )
    expect(rows).toEqual([{ tries: 5 }])
    expect(await tested.send(updateEmail, given, customer.token)).toMatchObject({ key: 'code_incorrect' })
    expect(await emailOf(customer)).toBe(customer.email)
  })

  test('refuses the own address and one that somebody has, and sends no code there', async () => {
    const [customer, other] = [await owner(), await newCustomer(tested)]
    for (const email of [customer.email, customer.email.toUpperCase()]) {
      const input = { email, code: '000000', newCode: '000000', pin: testPin }
      expect(await tested.send(updateEmail, input, customer.token)).toMatchObject({ key: 'email_registered' })
    }
    const sent = tested.letters.length
    const asked = await tested.send(sendEmail, { email: other.email, type: 'newEmail', lang: 'en' })
    expect(asked).toMatchObject({ key: 'email_registered' })
    await tested.work()
    expect(tested.letters).toHaveLength(sent)
  })

  test('gives one new address to one of two customers who ask at once', async () => {
    const [one, two] = [await owner(), await owner()]
    const email = newEmail()
    const first = await proofs(one, email)
    const second = { ...first, code: await codeFor(tested, { email: two.email, type: 'updateEmail' }) }
    const answers = await Promise.all([
      tested.send(updateEmail, first, one.token),
      tested.send(updateEmail, second, two.token),
    ])
    expect(answers.filter(answer => 'code' in answer && answer.code === 1)).toHaveLength(1)
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from users where email = ${email}`.execute(clocked.db)
    expect(Number(rows[0]?.count)).toBe(1)
  })

  test('and a registration of the same address at once make one of them, on two nodes', async () => {
    const customer = await owner()
    const email = newEmail()
    const given = await proofs(customer, email)
    const code = await codeFor(tested, { email, type: 'register' })
    const { http } = await worldOn(clocked.db)
    const [change, joined] = await Promise.all([
      tested.send(updateEmail, given, customer.token),
      http.inject({
        method: 'POST',
        url: register.path,
        payload: { email, password: 'porcelain1', code, lang: 'en' },
      }),
    ])
    await http.close()
    const codes = ['code' in change ? change.code : 0, joined.json().code].sort()
    expect(codes).toEqual([1, 1005])
  })

  test('is done once when it is sent five times at once', async () => {
    const customer = await owner()
    const given = await proofs(customer, newEmail())
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => tested.send(updateEmail, given, customer.token)),
    )
    expect(answers.filter(answer => 'code' in answer && answer.code === 1)).toHaveLength(1)
    const { rows } = await sql`select from email_changes where user_id = ${customer.userId}`.execute(
      clocked.db,
    )
    expect(rows).toHaveLength(1)
  })

  test('changes it, ends the other sessions, holds withdrawals for a day, and tells both addresses', async () => {
    const customer = await owner()
    const other = await tested.succeed(login, signInWith(customer))
    const email = newEmail()
    const given = await proofs(customer, email)
    const sent = tested.letters.length
    const info = await tested.succeed(
      updateEmail,
      { ...given, email: email.replace('mail', 'MAIL') },
      customer.token,
    )
    expect(info.email).toBe(email)
    expect((Date.parse(info.holdUntil ?? '') - Date.now()) / hourMs).toBeCloseTo(24, 1)
    expect(await tested.send(getUser, {}, other.token)).toMatchObject({ status: 401 })
    expect(await tested.succeed(getUser, {}, customer.token)).toMatchObject({ email, pinSet: true })
    expect(await tested.send(login, signInWith(customer))).toMatchObject({ key: 'credentials_wrong' })
    await tested.succeed(login, { email, password: customer.password })
    await tested.work()
    const told = tested.letters.slice(sent)
    const toOld = told.filter(({ to }) => to === customer.email)
    expect(toOld).toHaveLength(1)
    expect(toOld[0]?.text).toContain('http://127.0.0.1:3000/#/pages/forget/forget?undo=')
    expect(toOld[0]?.text).not.toContain(email)
    expect(told.filter(({ to, text }) => to === email && text.includes('undo='))).toEqual([])
    const subjects = told.filter(({ to }) => to === email).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringContaining('e-mail address of your account'))
    const { list } = await tested.succeed(messages, { pageSize: 10, page: 1 }, customer.token)
    expect(list.filter(({ params }) => params.event === 'emailChanged')).toHaveLength(1)
  })

  test('keeps no token: the database knows its digest only', async () => {
    const customer = await owner()
    await changed(customer)
    const token = await undoTokenFor(customer.email)
    expect(token).toHaveLength(64)
    const { rows } = await sql`select * from email_changes where user_id = ${customer.userId}`.execute(
      clocked.db,
    )
    expect(rows).toHaveLength(1)
    expect(
      JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(token)
  })
})

describe('an address that was given up', () => {
  test('can be nobody else’s for 72 hours, not even at the same moment, and is free after them', async () => {
    const [customer, other] = [await owner(), await owner()]
    const old = customer.email
    const begin = new Date()
    await changed(customer)
    const taken = { key: 'email_registered' }
    const join = { email: old, password: 'porcelain1', code: '000000', lang: 'en' }
    expect(await tested.send(register, join)).toMatchObject(taken)
    for (const type of ['register', 'newEmail']) {
      expect(await tested.send(sendEmail, { email: old, type, lang: 'en' })).toMatchObject(taken)
    }
    // Somebody who had a code for it already.
    await sql`delete from email_codes where email = ${old}`.execute(clocked.db)
    await sql`update email_changes set ended_at = now() where old_email = ${old}`.execute(clocked.db)
    const newCode = await codeFor(tested, { email: old, type: 'newEmail' })
    const registerCode = await codeFor(tested, { email: old, type: 'register' })
    await sql`update email_changes set ended_at = null where old_email = ${old}`.execute(clocked.db)
    const code = await codeFor(tested, { email: other.email, type: 'updateEmail' })
    const move = { email: old, code, newCode, pin: testPin }
    expect(await tested.send(updateEmail, move, other.token)).toMatchObject(taken)
    expect(await tested.send(register, { ...join, code: registerCode })).toMatchObject(taken)
    expect(await emailOf(other)).toBe(other.email)
    await clocked.stopAt(new Date(begin.getTime() + 73 * hourMs))
    expect(await tested.send(sendEmail, { email: old, type: 'register', lang: 'en' })).toMatchObject({
      code: 1,
    })
  })

  test('is not had by somebody who waited for the change to be committed', async () => {
    const [customer, other] = [await owner(), await owner()]
    const old = customer.email
    const user = await clocked.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', customer.userId)
      .executeTakeFirstOrThrow()
    await hasCode(old, 'newEmail')
    const code = await codeFor(tested, { email: other.email, type: 'updateEmail' })
    const move = { email: old, code, newCode: '123456', pin: testPin }
    await tested.succeed(checkPin, { pin: testPin }, other.token)
    let waiting: ReturnType<typeof tested.send> | undefined
    await transaction(clocked.db, async db => {
      await changeEmail(db, { user, email: newEmail() })
      waiting = tested.send(updateEmail, move, other.token)
      await expect.poll(() => waitersOn(db)).toBe(1)
    })
    expect(await waiting).toMatchObject({ key: 'email_registered' })
    expect(await emailOf(other)).toBe(other.email)
  })
})

/** A code 123456, as from before the address was somebody's. */
async function hasCode(email: string, purpose: string) {
  const hash = tested.world.secrets.digest('email-code', `${purpose}:${email}:123456`)
  await sql`insert into email_codes (email, purpose, code_hash, sent_at, expires_at)
    values (${email}, ${purpose}, ${hash}, now(), now() + interval '10 minutes')`.execute(clocked.db)
}
