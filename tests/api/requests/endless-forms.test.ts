import { type AddressInfo, connect, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { upload } from '../../../src/contract/identity.ts'
import { formBytesMax } from '../../../src/server/http/form-bound.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

// Forms that go on for ever behind what is read of them: they are answered, and then their sender is cut off.

const tested = throughout(startWorld)
let token: string
beforeAll(async () => {
  await tested.http.listen({ port: 0, host: '127.0.0.1' })
  token = (await newCustomer(tested)).token
})

const file =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\nnone\r\n'
const text = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n'
const nameless = '--b\r\ncontent-type: text/plain\r\n\r\nx\r\n'
const filling = `${'x'.repeat(1000)}\r\n`

interface End {
  answer: string
  /** How much was taken before the connection ended. */
  bytes: number
}

/** Sends this, and then `more` again and again until nobody takes it. */
async function sendOn(beginning: string, more: string, as = token): Promise<End> {
  const { port } = tested.http.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1' })
  const end: End = { answer: '', bytes: 0 }
  socket.on('error', () => {}).on('data', chunk => (end.answer += chunk))
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  socket.write(
    `POST ${upload.path} HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${as}\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  if (beginning) writeChunk(socket, beginning)
  const many = more.repeat(Math.ceil(65_536 / more.length))
  const goOn = () => {
    if (socket.destroyed || end.bytes > 40 * formBytesMax) return void socket.destroy()
    end.bytes += many.length
    if (writeChunk(socket, many)) setImmediate(goOn)
    else socket.once('drain', goOn)
  }
  goOn()
  await closed
  return end
}

const writeChunk = (socket: Socket, text: string) =>
  socket.write(`${text.length.toString(16)}\r\n${text}\r\n`)

test.each([
  ['files behind its file', file, file],
  ['texts behind its file', file, `${text}x\r\n`],
  ['parts without a name behind it', file, nameless],
  ['texts and no file', '', `${text}x\r\n`],
  ['parts without a name and no file', '', nameless],
  ['one text without an end', text, filling],
  ['something before its first part', '', filling],
  ['something behind its end', `${file}--b--\r\n`, filling],
])('a form with ever more %s', async (_what, beginning, more) => {
  const { answer, bytes } = await sendOn(beginning, more)
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  // For what comes behind its file, where that was seen, or for its length.
  expect(answer).toMatch(/"upload_failed"|"a":"unknown"/)
  expect(bytes).toBeLessThan(40 * formBytesMax)
})

test('of somebody who is not signed in is not read for ever either', async () => {
  const { answer, bytes } = await sendOn(file, file, 'nobody')
  expect(answer).toMatch(/^HTTP\/1.1 401 /)
  expect(bytes).toBeLessThan(40 * formBytesMax)
})
