import { deflateSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Envelope } from '../../src/contract/call.ts'
import { submitImg, upload } from '../../src/contract/identity.ts'
import type { TestWorld } from '../world.ts'

/** Sends a file as a browser's form does. */
export async function sendPicture(
  { http }: TestWorld,
  token: string,
  content: Buffer,
  { field = 'file', name = 'a.jpg', type = 'image/jpeg' } = {},
): Promise<Envelope> {
  const boundary = 'glaze-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const response = await http.inject({
    method: 'POST',
    url: upload.path,
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'x-access-token': token },
  })
  return response.json() as Envelope
}

/** Uploads a picture and puts it in its place. */
export async function placePicture(
  tested: TestWorld,
  token: string,
  { docType, side, picture }: { docType: string; side: string; picture: Buffer },
): Promise<Envelope> {
  const envelope = await sendPicture(tested, token, picture)
  expect(envelope).toMatchObject({ code: 1 })
  const { path } = (envelope as { data: { path: string } }).data
  return await tested.send(submitImg, { docType, side, path }, token)
}

/** A PNG that says it is 30,000 × 30,000. */
export function bomb(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(30_000, 0)
  header.writeUInt32BE(30_000, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(30_000 * 3751))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc(body))
  return Buffer.concat([size, body, check])
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}
