import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { openDispute } from '../../../src/contract/dispute.ts'
import { submitFeedback } from '../../../src/contract/feedback.ts'
import { everyCall } from '../../../src/contract/index.ts'
import { type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { readyCustomer } from '../../fixtures/cards/cardholder.ts'
import { contest } from '../../fixtures/cards/contested.ts'
import { begin, bought, customer, renew, tested } from '../../fixtures/cards/contesting.ts'

// Whatever of somebody a stranger names in whatever call: nothing of it changes, and nothing of it is told. The table is the
// contract itself, so a call is held to this from the day it is declared.

/** Fields that name something of a customer. */
const naming = /^(_?id|ids|[a-z]+Id|cardOutId|after|downTo)$/
const ownNames = ['requestId', 'txId', 'cardTypeId']

const calls = everyCall()
  .filter(({ call }) => call.who === 'customer')
  .map(({ noun, name, call }) => [`${noun}.${name}`, call, fieldsOf(call).filter(isNaming)] as const)
  .filter(([, , names]) => names.length > 0)

function fieldsOf(call: Call): string[] {
  return Object.keys((call.input as unknown as { shape: Record<string, unknown> }).shape)
}

function isNaming(field: string): boolean {
  return naming.test(field) && !ownNames.includes(field)
}

/** What stands beside it in a valid call, by name. */
const beside: Record<string, unknown> = {
  pin: testPin,
  pageSize: 10,
  page: 1,
  amount: '1',
  currency: 'USDT',
  chain: 'ERC20',
  zone: 'UTC',
  lang: 'en',
  format: 'csv',
  month: '2026-10',
  from: '2026-10',
  until: '2026-10',
  startTime: '2026-10-01T00:00:00.000Z',
  endTime: '2026-11-01T00:00:00.000Z',
  by: '2026-12-24',
  note: 'mine',
  name: 'mine',
  label: 'mine',
  nickname: 'mine',
  text: 'It is mine now.',
  description: 'It is mine now.',
  reason: 'notReceived',
  refType: 'bill',
  cardTypeId: 'celadon',
  material: 'metal',
  embossName: 'MALLORY',
  cardHolderId: randomUUID(),
  activationCode: '123456',
  activationTicket: randomUUID(),
  cardPin: '4826',
  code: '123456',
  proof: randomUUID(),
  country: 'HK',
  state: 'Kowloon',
  city: 'Kowloon',
  address: '1 Nathan Road',
  zipCode: '999077',
  recipient: 'Mallory',
  email: 'mallory@mail.test',
  areaCode: '+852',
  phone: '91234567',
  isDefault: true,
  isWanted: false,
  replace: false,
  why: 'lost',
  channel: 'online',
  freeze: true,
  pays: true,
}

/** A valid input that names this: what else a call wants is what its contract misses, or stands beside it wherever it may. */
function inputOf(call: Call, names: readonly string[], id: string): Record<string, unknown> {
  const input: Record<string, unknown> = Object.fromEntries(
    names.map(name => [name, name === 'ids' ? [id] : id]),
  )
  for (const field of ['pin', 'refType']) if (fieldsOf(call).includes(field)) input[field] = beside[field]
  for (let round = 0; round < 3; round += 1) {
    const read = call.input.safeParse(input)
    if (read.success) return input
    for (const { path } of read.error.issues) {
      const field = String(path[0])
      input[field] = field === 'requestId' ? randomUUID() : beside[field]
    }
  }
  throw new Error(`what stands beside the id in ${call.path}? ${JSON.stringify(input)}`)
}

let stranger: TestCustomer
/** One id of each kind of row that the customer has. */
let ids: string[]
beforeAll(async () => {
  await begin()
  await renew()
  const { billId } = await bought()
  await tested.succeed(openDispute, contest(billId), customer.token)
  await tested.succeed(submitFeedback, { description: 'A secret of hers.' }, customer.token)
  await tested.work()
  stranger = await readyCustomer(tested, '100')
  ids = [customer.userId, ...(await idsOf(customer.userId))]
})
afterAll(() => tested.close())

/** Tables with rows of customers, and by which column they are. */
async function owned(): Promise<{ table: string; owner: string; hasId: boolean }[]> {
  const { rows } = await sql<{ table: string; owner: string; hasId: boolean }>`
    select c.table_name as table, c.column_name as owner, exists (
      select from information_schema.columns i
      where i.table_schema = 'public' and i.table_name = c.table_name and i.column_name = 'id' and i.data_type = 'uuid'
    ) as "hasId"
    from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name in ('user_id', 'owner_id') and t.table_type = 'BASE TABLE'
    order by 1, 2`.execute(tested.world.db)
  return rows
}

async function idsOf(userId: string): Promise<string[]> {
  const ids: string[] = []
  for (const { table, owner, hasId } of await owned()) {
    if (!hasId) continue
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where ${sql.ref(owner)} = ${userId} order by id desc limit 1`.execute(
      tested.world.db,
    )
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** All that is kept of a customer, row by row. */
async function everythingOf(userId: string): Promise<Record<string, string>> {
  const kept: Record<string, string> = {}
  for (const { table, owner } of await owned()) {
    const { rows } = await sql<{ all: string | null }>`
      select string_agg(to_jsonb(t)::text, ' ' order by to_jsonb(t)::text) as all
      from ${sql.table(table)} t where t.${sql.raw(owner)} = ${userId}`.execute(tested.world.db)
    kept[`${table}.${owner}`] = rows[0]?.all ?? ''
  }
  return kept
}

describe('what somebody else names', () => {
  test('is of many kinds', () => {
    expect(calls.length).toBeGreaterThan(50)
    expect(ids.length).toBeGreaterThan(8)
  })

  test.each(calls)('is neither changed nor told by %s', async (_name, call, names) => {
    const before = await everythingOf(customer.userId)
    for (const id of ids) {
      const answer = JSON.stringify(await tested.send(call, inputOf(call, names, id), stranger.token))
      expect(answer).not.toContain('"code":1400')
      for (const secret of [customer.email, 'Kiln', 'A secret of hers', 'The parcel never came'])
        expect(answer).not.toContain(secret)
    }
    await tested.work()
    expect(await everythingOf(customer.userId)).toEqual(before)
  })
})
