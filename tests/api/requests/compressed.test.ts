import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

const kinds = '/api/common/cardType/1000/1'
const ask = (url: string, headers: Record<string, string>, payload: object | Buffer = {}) =>
  tested.http.inject({ method: 'POST', url, headers, payload })

test('a long answer travels compressed to whom that is good for, and says the same', async () => {
  const plain = await ask(kinds, {})
  const small = await ask(kinds, { 'accept-encoding': 'gzip, deflate, br' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(small.headers['content-encoding']).toBe('br')
  expect(small.headers.vary).toContain('accept-encoding')
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body)
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
})

test('a short one travels as it is', async () => {
  const url = '/api/common/params/app/get/minVersion'
  const short = await tested.http.inject({ url, headers: { 'accept-encoding': 'br' } })
  expect(short.json()).toMatchObject({ code: 1 })
  expect(short.headers['content-encoding']).toBeUndefined()
})

test('what is sent to us compressed is refused: a small bomb grows large', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const refused = await ask(kinds, headers, gzipSync('{}'))
  expect(refused.statusCode).toBe(400)
})
