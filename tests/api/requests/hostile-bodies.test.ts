import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { nouns } from '../../../src/contract/index.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { answerTo, fieldsOf, hostile } from '../../fixtures/hostile.ts'
import { profile } from '../../fixtures/identity/profile.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)
let customer: TestCustomer
beforeAll(async () => {
  customer = await newCustomer(tested)
})

const valid: Record<string, unknown> = {
  email: 'a@mail.test',
  password: 'porcelain1',
  oldPassword: 'porcelain1',
  code: '123456',
  newCode: '123456',
  token: 'f'.repeat(64),
  deviceKey: 'f'.repeat(32),
  referCode: 'ABCDEFGH',
  lang: 'en',
  timezone: 'Europe/Paris',
  type: 'register',
  initData: 'hash=0',
  pin: '246801',
  oldPin: '246801',
  currency: 'USDT',
  nickname: 'a',
  hideBalance: true,
  page: '1',
  pageSize: '10',
  docType: 'passport',
  side: 'front',
  path: 'x'.repeat(43),
  ...profile,
  birthday: '1990-01-01',
  restart: false,
  kind: 'balance',
  noticeType: 'consume',
  ids: [randomUUID()],
  id: randomUUID(),
  description: 'The page shows nothing.',
  text: 'hello',
  images: ['x'.repeat(43)],
  refType: 'bill',
  refId: randomUUID(),
  requestId: randomUUID(),
  billId: randomUUID(),
  amount: '20',
  group: 'faq',
  key: 'list',
  version: '1',
  reason: 'moving on',
  waive: true,
}

const calls = [
  nouns.account,
  nouns.session,
  nouns.identity,
  nouns.message,
  nouns.params,
  nouns.address,
  nouns.deletion,
  nouns.dispute,
  nouns.feedback,
  nouns.invite,
].flatMap(noun =>
  Object.values(noun).filter((value): value is Call => 'path' in value && value.body === 'json'),
)

describe('hostile bodies', () => {
  test.each(calls.filter(({ path }) => !path.endsWith('/logout')).map(call => [call.path, call] as const))(
    '%s never breaks',
    async (_path, call) => {
      const fields = fieldsOf(call)
      const body = Object.fromEntries(fields.map(field => [field, valid[field]]))
      const bodies = fields.flatMap(field => hostile.map(value => ({ ...body, [field]: value })))
      for (const input of [...bodies, { ...body, role: 'admin' }, { ...body, constructor: 1 }]) {
        const { status, body: answer } = await answerTo(tested, call, input, customer)
        expect(status, JSON.stringify(input).slice(0, 300)).toBeLessThan(500)
        if (status === 200) expect(answer).toHaveProperty('code')
        else expect(answer).toMatchObject({ status })
      }
    },
  )

  test('an empty body is no input, whatever its type says; a broken one stays wrong', async () => {
    const send = async (payload: string) => {
      const headers = { 'content-type': 'application/json' }
      const { statusCode, body } = await tested.http.inject({
        method: 'POST',
        url: '/api/common/exchangeRate',
        headers,
        payload,
      })
      return { statusCode, answer: JSON.parse(body) }
    }
    expect(await send('')).toMatchObject({ statusCode: 200, answer: { code: 1 } })
    expect(await send('{bad')).toMatchObject({ statusCode: 400, answer: { status: 400 } })
    expect(await send('{"__proto__":{"a":1}}')).toMatchObject({ statusCode: 400, answer: { status: 400 } })
  })

  test('none of it changed who the customer is', async () => {
    const { rows } = await sql<{ count: bigint }>`select count(*) from users`.execute(tested.world.db)
    expect(Number(rows[0]?.count)).toBe(1)
    const user = await tested.world.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    expect(user).toMatchObject({ email: customer.email, telegram_id: null, pin_hash: null, hold_until: null })
  })
})
