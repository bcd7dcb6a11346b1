import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newLog } from '../../src/server/log.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { newCustomer, type TestCustomer } from './customer.ts'

let tested: TestWorld
let customer: TestCustomer
beforeAll(async () => {
  tested = await startWorld()
  customer = await newCustomer(tested)
})
afterAll(() => tested.close())

/** What stands in the log of something that failed. */
function logged(error: unknown) {
  const lines: string[] = []
  newLog({ level: 'trace', to: { write: line => void lines.push(line) } }).error({ error }, 'it failed')
  return { text: lines.join(''), error: JSON.parse(lines[0] ?? '{}').error as Record<string, unknown> }
}

async function faultOf(statement: RawBuilder<unknown>): Promise<Error & { detail?: string }> {
  return await statement.execute(tested.world.db).then(
    () => Promise.reject(new Error('it went well')),
    (error: Error) => error,
  )
}

describe('the log of a fault', () => {
  test.each([
    [
      'an address that is taken',
      '23505',
      () => sql`
      insert into users select (jsonb_populate_record(u, ${{ id: randomUUID(), refer_code: 'AAAAAAA1' }}::jsonb)).*
      from users u where id = ${customer.userId}`,
    ],
    [
      'a row that is not allowed',
      '23502',
      () => sql`
      update users set lang = null where id = ${customer.userId}`,
    ],
  ] as const)('of %s says which, and nothing of the person', async (_name, code, statement) => {
    const fault = await faultOf(statement())
    expect(fault.detail).toContain(customer.email)
    const { text, error } = logged(fault)
    expect(error).toMatchObject({ fault: code, table: 'users', message: fault.message })
    expect(text).not.toContain(customer.email)
    expect(text).not.toContain(customer.email.split('@')[0])
  })

  test('of a letter says that it was refused, and not to whom', () => {
    const refused = Object.assign(new Error(`550 no <${customer.email}> here`), {
      code: 'EENVELOPE',
      rejected: [customer.email],
      response: `550 no <${customer.email}> here`,
    })
    const { text, error } = logged(new Error('the letter waits', { cause: refused }))
    expect(error).toMatchObject({ cause: { fault: 'EENVELOPE', message: '550 no <…@…> here' } })
    expect(text).not.toContain(customer.email)
  })

  test('says where it happened', () => {
    expect(logged(new TypeError('no')).error).toMatchObject({
      type: 'TypeError',
      stack: expect.stringContaining('log.test.ts'),
    })
    expect(logged('a word').error).toBe('a word')
  })
})
