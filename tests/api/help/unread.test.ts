import { type AddressInfo, createConnection } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)
beforeAll(async () => {
  await tested.http.listen({ port: 0, host: '127.0.0.1' })
})

/** What a socket hears that says this. */
async function heard(said: string): Promise<string> {
  const { port } = tested.http.server.address() as AddressInfo
  const socket = createConnection({ port, host: '127.0.0.1' })
  socket.write(said)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

const post = 'POST /api/common/exchangeRate HTTP/1.1\r\nHost: x\r\n'

test.each([
  ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  ['a length and chunks', `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`, 400],
  ['a null byte in a header', `${post}X: a\0b\r\n\r\n`, 400],
  ['the greeting of TLS', '\x16\x03\x01\x02\x00\x01', 400],
  ['headers of 20 kB', `${post}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
])('%s: what cannot be read is answered with the envelope', async (_what, said, status) => {
  const [head = '', body = ''] = (await heard(said)).split('\r\n\r\n')
  expect(head).toMatch(`HTTP/1.1 ${status} `)
  expect(JSON.parse(body)).toEqual({ status, error: expect.any(String), path: '' })
})
