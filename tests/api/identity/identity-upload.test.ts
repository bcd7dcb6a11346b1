import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { upload } from '../../../src/contract/identity.ts'
import { uploadsOfOne } from '../../../src/server/http/upload.ts'
import { openPicture } from '../../../src/server/identity/documents.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { bomb } from '../../fixtures/identity/pictures.ts'
import {
  begin,
  documentsOf,
  photo,
  picture,
  post,
  tested,
  uploaded,
} from '../../fixtures/identity/uploader.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('upload', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>alert(1)</script></svg>'
  const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

  test.each<[string, () => Buffer | Promise<Buffer>, number]>([
    ['an empty file', () => Buffer.alloc(0), 1204],
    ['SVG', () => Buffer.from(svg.padEnd(200)), 1204],
    [
      'GIF',
      () =>
        sharp({ create: { width: 900, height: 900, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
      1204,
    ],
    ['PDF', () => Buffer.from('%PDF-1.7 '.padEnd(300)), 1204],
    ['HTML with the name of a JPEG', () => Buffer.from('<html><script>1</script>'.padEnd(300)), 1204],
    [
      'the start of a JPEG and then a script',
      () => Buffer.concat([jpegStart, Buffer.from(svg.repeat(9))]),
      1203,
    ],
    ['half a JPEG', () => photo.subarray(0, photo.length / 2), 1203],
    ['one pixel', () => picture(1, 1), 1203],
    ['a stamp', () => picture(500, 300), 1203],
    ['a pixel bomb', bomb, 1203],
    [
      'a file that says it is HEIC',
      () => Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(500)]),
      1203,
    ],
  ])('refuses %s and stores nothing', async (_name, make, code) => {
    const { token, userId } = await newCustomer(tested)
    expect(await post(await make(), token)).toMatchObject({ code })
    expect(await documentsOf(userId)).toEqual([])
  })

  test('refuses more than 8 MB, another field and what is no form', async () => {
    const { token, userId } = await newCustomer(tested)
    const large = Buffer.concat([photo, Buffer.alloc(8 * 1024 * 1024)])
    expect(await post(large, token)).toMatchObject({ code: 1204 })
    expect(await post(photo, token, { field: 'picture' })).toMatchObject({ code: 1400 })
    const json = await tested.http.inject({
      method: 'POST',
      url: upload.path,
      payload: { file: 'x' },
      headers: { 'x-access-token': token },
    })
    expect(json.json()).toMatchObject({ status: 415 })
    expect(await documentsOf(userId)).toEqual([])
  })

  test.each([
    ['before its file', [1, 0]],
    ['twice before it', [1, 1, 0]],
    ['behind its file', [0, 1]],
  ])('refuses a field that nobody knows %s, by its name, and stores nothing', async (_where, order) => {
    const { token, userId } = await newCustomer(tested)
    const head = 'content-disposition: form-data; name='
    const file = [Buffer.from(`--b\r\n${head}"file"; filename="a.jpg"\r\n\r\n`), photo, Buffer.from('\r\n')]
    const parts = [file, [Buffer.from(`--b\r\n${head}"isAdmin"\r\n\r\ntrue\r\n`)]]
    const whole = Buffer.concat([...order.flatMap(part => parts[part] ?? []), Buffer.from('--b--\r\n')])
    // As one piece, and as a slow network brings them.
    for (const size of [whole.length, 500]) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
        whole.subarray(n * size, (n + 1) * size),
      )
      const response = await tested.http.inject({
        method: 'POST',
        url: upload.path,
        payload: Readable.from(pieces),
        headers: { 'x-access-token': token, 'content-type': 'multipart/form-data; boundary=b' },
      })
      expect(response.json()).toMatchObject({ code: 1400, data: { fields: { isAdmin: 'unknown' } } })
    }
    expect(await documentsOf(userId)).toEqual([])
  })

  test('refuses more than 8 MB, too, when they come as a network brings them', async () => {
    const { token, userId } = await newCustomer(tested)
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
    const large = Buffer.concat([photo, Buffer.alloc(8 * 1024 * 1024)])
    const pieces = [Buffer.from(head)]
    for (let at = 0; at < large.length; at += 65_536) pieces.push(large.subarray(at, at + 65_536))
    const response = await tested.http.inject({
      method: 'POST',
      url: upload.path,
      payload: Readable.from([...pieces, Buffer.from('\r\n--b--\r\n')]),
      headers: { 'x-access-token': token, 'content-type': 'multipart/form-data; boundary=b' },
    })
    expect(response.json()).toMatchObject({ code: 1204, data: { maxBytes: 8 * 1024 * 1024 } })
    expect(await documentsOf(userId)).toEqual([])
  })

  test('refuses the twenty-first picture, also when as many come at once as may', async () => {
    const { token, userId } = await newCustomer(tested)
    const envelopes = [await post(photo, token)]
    while (envelopes.length < 30)
      envelopes.push(...(await Promise.all(Array.from({ length: uploadsOfOne }, () => post(photo, token)))))
    expect(envelopes.filter(envelope => 'code' in envelope && envelope.code === 1)).toHaveLength(20)
    expect(await documentsOf(userId)).toHaveLength(20)
  })

  test('stores an upright JPEG of at most 4 megapixels without metadata or tail, encrypted', async () => {
    const { token, userId } = await newCustomer(tested)
    const sent = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#3f7f6f' } })
      .withExif({ IFD0: { Copyright: 'canary-1' }, IFD3: { GPSLatitude: '31/1 14/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const polyglot = Buffer.concat([sent, Buffer.from('<html><script>canary-2</script></html>')])
    const path = await uploaded(token, polyglot)
    expect(path).toMatch(/^[\w-]{43}$/)
    const [row] = await documentsOf(userId)
    expect(row?.content.includes('JFIF')).toBe(false)
    const kept = await openPicture(tested.world, path)
    const { width = 0, height = 0, exif, format, orientation } = await sharp(kept).metadata()
    expect({ format, exif, orientation }).toEqual({ format: 'jpeg', exif: undefined, orientation: undefined })
    expect(height).toBeGreaterThan(width)
    expect(width * height).toBeLessThanOrEqual(4_000_000)
    expect(kept.includes('canary')).toBe(false)
  })

  test.each(['png', 'webp'] as const)('takes %s', async format => {
    const { token } = await newCustomer(tested)
    await uploaded(token, await sharp(photo).toFormat(format).toBuffer())
  })

  test('no public path leads to a picture', async () => {
    const { token } = await newCustomer(tested)
    const path = await uploaded(token)
    for (const url of [
      `/api/common/res/${path}`,
      `/api/common/res/upload/idAuthorize/${path}`,
      `/api/customer/res/upload/idAuthorize/${path}`,
      `/api/common/res/..%2f${path}`,
      `/${path}`,
    ]) {
      const response = await tested.http.inject({ url, headers: { 'x-access-token': token } })
      expect(response.headers['content-type']).not.toMatch(/image/)
      expect([404, 405]).toContain(response.statusCode)
    }
  })
})
