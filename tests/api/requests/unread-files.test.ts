import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { handOverPicture } from '../../../src/contract/handoff.ts'
import { upload } from '../../../src/contract/identity.ts'
import { uploadsAtOnce, uploadsOfOne } from '../../../src/server/http/upload.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { sendPicture } from '../../fixtures/identity/pictures.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

// Forms whose file never ends: an answer that comes all the same did not wait for it.

const tested = throughout(startWorld)
beforeAll(async () => {
  await tested.http.listen({ port: 0, host: '127.0.0.1' })
})

const text = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'

/** Sends the beginning of a form that says it has two megabytes, and one of them. */
function begin(call: Call, form: string, token = ''): Socket {
  const { port } = tested.http.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
  const size = 2 * 1024 * 1024
  socket.write(
    `POST ${call.path} HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${size}\r\n\r\n${form}`,
  )
  socket.write(Buffer.alloc(size / 2, 1))
  return socket
}

async function answerOf(socket: Socket): Promise<string> {
  for await (const chunk of socket) return String(chunk)
  return ''
}

const pass = randomBytes(32).toString('base64url')

test.each([
  ['with a pass that is none', text('pass', pass) + text('side', 'front') + file, 'handoff_over'],
  ['with its pass behind it', file, 'input_invalid'],
  [
    'with a text of a megabyte',
    text('pass', 'x'.repeat(900_000)) + text('side', 'front') + file,
    'input_invalid',
  ],
])('a file %s is not read', async (_what, form, key) => {
  expect(await answerOf(begin(handOverPicture, form))).toContain(`"${key}"`)
})

const refused = /^HTTP\/1.1 503 .*retry-after: \d/is
const none = Buffer.from('none')

test('so many files of one customer are read at once, and nobody else waits for them', async () => {
  const [slow, other] = [await newCustomer(tested), await newCustomer(tested)]
  const begun = Array.from({ length: uploadsOfOne }, () => begin(upload, file, slow.token))
  await expect
    .poll(() => sendPicture(tested, slow.token, none), { interval: 500 })
    .toMatchObject({ status: 503 })
  expect(await answerOf(begin(upload, file, slow.token))).toMatch(refused)
  expect(await sendPicture(tested, other.token, none)).toMatchObject({ data: { reason: 'format' } })
  for (const socket of begun) socket.destroy()
  await expect
    .poll(() => sendPicture(tested, slow.token, none), { interval: 500 })
    .toMatchObject({ data: { reason: 'format' } })
})

test('so many are read in all, and who comes then is asked to come again', async () => {
  const begun: Socket[] = []
  while (begun.length < uploadsAtOnce) {
    const { token } = await newCustomer(tested)
    for (let own = 0; own < uploadsOfOne; own++) begun.push(begin(upload, file, token))
  }
  const next = await newCustomer(tested)
  await expect
    .poll(() => sendPicture(tested, next.token, none), { interval: 500 })
    .toMatchObject({ status: 503 })
  expect(await answerOf(begin(upload, file, next.token))).toMatch(refused)
  for (const socket of begun) socket.destroy()
  const last = await newCustomer(tested)
  await expect
    .poll(() => sendPicture(tested, last.token, none), { interval: 500 })
    .toMatchObject({ data: { reason: 'format' } })
})
