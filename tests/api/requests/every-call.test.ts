import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Call, pathFields } from '../../../src/contract/call.ts'
import { everyCall } from '../../../src/contract/index.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

// What holds for every call, the day it is declared: the table is the contract itself.

const calls = everyCall().map(({ noun, name, call }) => [`${noun}.${name}`, call] as const)
const customers = calls.filter(([, call]) => call.who === 'customer')
const posted = calls.filter(([, call]) => call.body === 'json' && call.method === 'POST')

const tested = throughout(startWorld)
let token: string
beforeAll(async () => {
  token = (await newCustomer(tested)).token
})

function raw(call: Call, payload: string | object, headers: Record<string, string> = {}) {
  const url = call.path.replace(/\{(pageSize|page)\}/g, '1').replace(/\{\w+\}/g, 'x')
  const type = typeof payload === 'string' ? { 'content-type': 'application/json' } : {}
  return tested.http.inject({
    method: call.method,
    url,
    ...(call.method === 'POST' && { payload }),
    headers: { 'x-access-token': token, ...type, ...headers },
  })
}

describe('without a session', () => {
  test.each(customers)('%s answers 401 and nothing else', async (_name, call) => {
    for (const wrong of ['', 'garbage', token.slice(0, -1)]) {
      const response = await raw(call, {}, { 'x-access-token': wrong })
      expect(response.statusCode).toBe(401)
      expect(response.json()).toMatchObject({ status: 401 })
    }
  })
})

describe('bad input', () => {
  test.each(posted)('%s refuses an unknown field by its name', async (_name, call) => {
    const response = await raw(call, { isAdmin: true, balance: '1000000', userId: 'x', toString: 'x' })
    const fields = { isAdmin: 'unknown', toString: 'unknown' }
    expect(response.json()).toMatchObject({ code: 1400, data: { fields } })
  })

  test.each(posted)('%s says what is wrong with a field by a key for words', async (_name, call) => {
    const fields = Object.keys((call.input as unknown as { shape: Record<string, unknown> }).shape)
    for (const body of [{}, Object.fromEntries(fields.map(field => [field, [[]]])), '[1]']) {
      const { data } = (await raw(call, body)).json()
      for (const key of Object.values(data?.fields ?? {})) expect(key).toMatch(/^[a-z][A-Za-z]*$/)
    }
  })

  test.each(posted)(
    '%s never answers hostile bodies with a 5xx, nor lets a stranger in for one',
    async (_name, call) => {
      const fields = Object.keys((call.input as unknown as { shape: Record<string, unknown> }).shape)
      const rest = fields.filter(field => !pathFields(call.path).includes(field))
      const hostile = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '',
          '\u0000',
          '../../etc',
          "' or 1=1 --",
          '{0}',
          '１２３４５６',
          '-1',
          '1e3',
          'x'.repeat(10_000),
        ),
        fc.jsonValue(),
      )
      const hostileBody = fc.record(Object.fromEntries(rest.map(field => [field, hostile])))
      await fc.assert(
        fc.asyncProperty(hostileBody, fc.boolean(), async (body, isSignedIn) => {
          const response = await raw(call, body, isSignedIn ? {} : { 'x-access-token': '' })
          expect(response.statusCode).toBeLessThan(500)
          const envelope = response.json()
          expect(typeof envelope.code === 'number' || envelope.status === response.statusCode).toBe(true)
          // 400 where the body is not even looked at: a key of it is `__proto__`.
          if (!isSignedIn && call.who === 'customer') expect([400, 401]).toContain(envelope.status)
        }),
        { numRuns: 16 },
      )
    },
  )

  test.each([
    ['truncated JSON', '{"a":', 400],
    ['an array', '[1]', 200],
    ['a prototype', '{"__proto__":{"x":1}}', 400],
    ['64 kB and more', JSON.stringify({ a: 'x'.repeat(65 * 1024) }), 413],
  ])('%s is answered with the envelope', async (_name, payload, status) => {
    const login = calls.find(([name]) => name === 'account.login')?.[1] as Call
    const response = await raw(login, payload)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject(status === 200 ? { code: 1400 } : { status })
  })

  test.each([
    'application/xml',
    'text/plain',
    'text/plain;charset=UTF-8',
    'multipart/form-data; boundary=b',
    '',
  ])('another content type is refused, also by a call that takes nothing: %j', async type => {
    const { token } = await newCustomer(tested)
    for (const name of ['account.login', 'account.isSetPIN']) {
      const call = calls.find(([known]) => known === name)?.[1] as Call
      const response = await raw(call, '{}', { 'content-type': type, 'x-access-token': token })
      expect(response.statusCode, name).toBe(415)
      expect(response.json()).toEqual({ status: 415, error: expect.any(String), path: call.path })
    }
  })

  test('no body and no type is no input', async () => {
    const call = calls.find(([name]) => name === 'account.isSetPIN')?.[1] as Call
    const headers = { 'x-access-token': (await newCustomer(tested)).token }
    const response = await tested.http.inject({ method: 'POST', url: call.path, headers })
    expect(response.json()).toMatchObject({ code: 1 })
  })

  test('a path that is too long is refused with the envelope', async () => {
    const response = await tested.http.inject({
      method: 'POST',
      url: `/api/customer/card/${'9'.repeat(300)}/1`,
    })
    expect(response.statusCode).toBeLessThan(500)
    expect(response.json()).toMatchObject({ status: response.statusCode })
  })

  test.each(['/%', '/api/common/params/%ff/get/x'])(
    'a path that cannot be read is told back as data, never as a page: %s',
    async url => {
      const response = await tested.http.inject({ url })
      expect(response.json()).toMatchObject({ status: 400, path: url })
      expect(response.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
    },
  )

  test('what is nowhere is 404 with the envelope', async () => {
    const response = await tested.http.inject({ method: 'POST', url: '/api/customer/card/no/1' })
    expect(response.json()).toMatchObject({ status: 404, path: '/api/customer/card/no/1' })
  })
})
