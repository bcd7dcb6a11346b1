import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, pathFields } from '../../src/contract/call.ts'
import { nouns } from '../../src/contract/index.ts'
import { profile } from '../profile.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { newCustomer, type TestCustomer } from './customer.ts'

let tested: TestWorld
let customer: TestCustomer
beforeAll(async () => {
  tested = await startWorld()
  customer = await newCustomer(tested)
})
afterAll(() => tested.close())

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

const hostile: unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b12345678',
  '\ud800',
  'line\ud800',
  '🏺'.repeat(40),
  '1 or 1=1',
  "'; drop table users; --",
  '%00',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>1</script>',
  'a'.repeat(10_000),
  '9'.repeat(400),
  '-1',
  '1e9',
  'NaN',
  '0001-01-01',
  '９９９９９９',
  -1,
  1e308,
  0.1,
  true,
  null,
  [],
  {},
  [[]],
  { $ne: null },
  ['a', 'b'],
]

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

function fieldsOf(call: Call): string[] {
  const { shape } = (call.input as { _zod: { def: { shape?: Record<string, unknown> } } })._zod.def
  return Object.keys(shape ?? {})
}

async function answerTo(call: Call, input: Record<string, unknown>) {
  const rest = { ...input }
  const url = call.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(
      String(rest[name])
        .replace(/\p{Cs}/gu, '�')
        .slice(0, 190),
    ),
  )
  for (const field of pathFields(call.path)) delete rest[field]
  const query = call.method === 'GET' ? { query: { lang: String(rest.lang) } } : { payload: rest }
  const headers = { 'x-access-token': customer.token }
  const response = await tested.http.inject({ method: call.method, url, headers, ...query })
  return { status: response.statusCode, body: response.json() as { code?: number; status?: number } }
}

describe('hostile bodies', () => {
  test.each(calls.filter(({ path }) => !path.endsWith('/logout')).map(call => [call.path, call] as const))(
    '%s never breaks',
    async (_path, call) => {
      const fields = fieldsOf(call)
      const body = Object.fromEntries(fields.map(field => [field, valid[field]]))
      const bodies = fields.flatMap(field => hostile.map(value => ({ ...body, [field]: value })))
      for (const input of [...bodies, { ...body, role: 'admin' }, { ...body, constructor: 1 }]) {
        const { status, body: answer } = await answerTo(call, input)
        expect(status, JSON.stringify(input).slice(0, 300)).toBeLessThan(500)
        if (status === 200) expect(answer).toHaveProperty('code')
        else expect(answer).toMatchObject({ status })
      }
    },
  )

  test('none of it changed who the customer is', async () => {
    const { rows } = await sql<{ count: bigint }>`select count(*) from users`.execute(tested.world.db)
    expect(Number(rows[0]?.count)).toBe(1)
    const user = await tested.world.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    expect(user).toMatchObject({ email: customer.email, telegram_id: null, pin_hash: null, hold_until: null })
  })
})
