import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { tickets } from '../../../src/contract/feedback.ts'
import { everyCall } from '../../../src/contract/index.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

// Who may keep an answer, and that a fault says nothing of itself. The table is the contract.

const calls = everyCall().map(({ noun, name, call }) => [`${noun}.${name}`, call] as const)
const kept = calls.filter(([, call]) => call.keptSeconds > 0)

const tested = throughout(startWorld)
let token: string
beforeAll(async () => {
  token = (await newCustomer(tested)).token
})

const pathOf = ({ path }: Call) => path.replace(/\{(pageSize|page)\}/g, '1').replace(/\{\w+\}/g, 'x')

async function keptFor(call: Call, { query = '', as = token } = {}) {
  const headers = { 'x-access-token': as }
  const payload = call.method === 'POST' && call.body === 'json' ? { payload: { isAdmin: true } } : {}
  const url = `${pathOf(call)}${query}`
  const response = await tested.http.inject({ method: call.method, url, headers, ...payload })
  return { status: response.statusCode, code: response.json().code, kept: response.headers['cache-control'] }
}

describe('an answer', () => {
  test('that everybody may keep is of no customer, and of what no key decides', () => {
    expect(kept.length).toBeGreaterThan(1)
    for (const [name, call] of kept) expect([name, call.who, call.movesMoney]).toEqual([name, 'anyone', null])
  })

  test.each(kept)('of %s is kept when it is one, and not when it is a refusal', async (_name, call) => {
    const maxAge = `public, max-age=${call.keptSeconds}`
    expect(await keptFor(call)).toEqual({ status: 200, code: 1, kept: maxAge })
    const refused = await keptFor(call, { query: '?isAdmin=1' })
    expect(refused).toEqual({ status: 200, code: 1400, kept: 'no-store' })
  })

  test.each(calls.filter(([, call]) => call.keptSeconds === 0 && call.body === 'json'))(
    'of %s is kept nowhere, and to nobody either',
    async (_name, call) => {
      expect(await keptFor(call)).toMatchObject({ kept: 'no-store' })
      expect(await keptFor(call, { as: '' })).toMatchObject({ kept: 'no-store' })
    },
  )

  test('takes what its path says over what stands in its body', async () => {
    const url = tickets.path.replace('{pageSize}', '7').replace('{page}', '2')
    const sent = { method: 'POST', url, headers: { 'x-access-token': token } } as const
    const { data } = (await tested.http.inject({ ...sent, payload: { pageSize: 50, page: 9 } })).json()
    expect(data).toMatchObject({ pageSize: 7, page: 2 })
  })

  test('says of a fault that it was one, and not which', async () => {
    const { db } = tested.world
    await sql`alter table tickets rename to out_of_reach`.execute(db)
    const response = await tested.send(tickets, { pageSize: 1, page: 1 }, token)
    await sql`alter table out_of_reach rename to tickets`.execute(db)
    expect(response).toEqual({ status: 500, error: 'Something went wrong here', path: pathOf(tickets) })
  })
})
