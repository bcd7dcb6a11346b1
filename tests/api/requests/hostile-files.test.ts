import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editKyc, submitImg, upload } from '../../../src/contract/identity.ts'
import { openSite } from '../../../src/server/http/site.ts'
import { openPicture } from '../../../src/server/identity/documents.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { bomb, sendPicture } from '../../fixtures/identity/pictures.ts'
import { profile } from '../../fixtures/identity/profile.ts'
import { type TestDatabase, testDatabase } from '../../fixtures/postgres.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld, worldOn } from '../../fixtures/world.ts'

const tested = throughout(startWorld)
let photo: Buffer
beforeAll(async () => {
  photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#3f7f6f' } })
    .jpeg()
    .toBuffer()
})

const canary = 'canary-8731'
const script = `<html><script>/*${canary}*/alert(1)</script></html>`

/** Good pictures that are something else as well. */
const polyglots: [string, (good: Buffer) => Buffer | Promise<Buffer>][] = [
  ['HTML behind the last byte', good => Buffer.concat([good, Buffer.from(script)])],
  ['HTML in a comment of the JPEG', good => withSegment(good, 0xfe, script)],
  ['a script in an unknown segment', good => withSegment(good, 0xe9, `*/=1;${script}/*`)],
  ['a zip behind it', good => Buffer.concat([good, Buffer.from(`PK\x03\x04${canary}`), Buffer.alloc(300)])],
  ['a PDF behind it', good => Buffer.concat([good, Buffer.from(`%PDF-1.7 ${canary} %%EOF`)])],
  [
    'a place and a name in EXIF',
    good =>
      sharp(good)
        .withExif({
          IFD0: { Artist: canary, ImageDescription: script },
          IFD3: { GPSLatitude: '31/1 14/1 0/1', GPSLongitude: '121/1 28/1 0/1', GPSAreaInformation: canary },
        })
        .jpeg()
        .toBuffer(),
  ],
  [
    'XMP with a script',
    good => sharp(good).withXmp(`<x:xmpmeta>${canary}${script}</x:xmpmeta>`).jpeg().toBuffer(),
  ],
]

/** Puts a segment of this kind right behind the start of a JPEG. */
function withSegment(jpeg: Buffer, marker: number, text: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)])
}

describe('files that are two things', () => {
  test.each(polyglots)('%s: only the picture is kept', async (_name, make) => {
    const { token } = await newCustomer(tested)
    const sent = await make(photo)
    expect(sent.includes(canary)).toBe(true)
    const envelope = await sendPicture(tested, token, sent)
    expect(envelope).toMatchObject({ code: 1 })
    const kept = await openPicture(tested.world, (envelope as { data: { path: string } }).data.path)
    expect(kept.includes(canary)).toBe(false)
    expect(kept.includes('script')).toBe(false)
    const { exif, xmp, iptc, comments, format } = await sharp(kept).metadata()
    expect({ exif, xmp, iptc, comments, format }).toEqual({ format: 'jpeg' })
  })

  test.each([
    ['that climbs', '../../../../etc/cron.d/x.jpg'],
    ['that climbs backwards', '..\\..\\x.jpg'],
    ['that is absolute', '/etc/passwd'],
    ['that ends early', 'a.jpg\0.php'],
    ['of four thousand letters', `${'x'.repeat(4000)}.jpg`],
    ['of two kinds', 'x.jpg.html'],
    ['that means something to a web server', '.htaccess'],
  ])('a name %s is not used', async (_what, name) => {
    const { token } = await newCustomer(tested)
    const envelope = await sendPicture(tested, token, photo, { name, type: 'text/html' })
    expect(envelope).toMatchObject({ code: 1, data: { path: expect.stringMatching(/^[\w-]{43}$/) } })
  })
})

describe('files that are too much', () => {
  test('bombs, animations and halves are refused, and take no more memory than a picture', async () => {
    const { token, userId } = await newCustomer(tested)
    const pixels = Buffer.from(
      Array.from({ length: 20 }, (_, frame) => Array(700 * 700 * 3).fill(frame * 12)).flat(),
    )
    const frames = await sharp(pixels, {
      raw: { width: 700, height: 700 * 20, channels: 3, pageHeight: 700 },
    })
      .webp({ loop: 0, delay: Array(20).fill(50) })
      .toBuffer()
    const sent = [bomb(), frames, photo.subarray(0, 900)]
    for (const content of sent) await sendPicture(tested, token, content)
    const before = process.memoryUsage().rss
    for (let round = 0; round < 5; round++) {
      for (const content of sent) {
        const envelope = await sendPicture(tested, token, content)
        expect('code' in envelope && envelope.code).toBe(1203)
      }
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
    const rows = tested.world.db.selectFrom('documents').select('path').where('user_id', '=', userId)
    expect(await rows.execute()).toEqual([])
  })

  test('a hundred parts, no boundary and an unfinished form keep nothing', async () => {
    const { token, userId } = await newCustomer(tested)
    const part =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
    const whole = Buffer.concat([Buffer.from(part), photo, Buffer.from('\r\n')])
    const send = async (payload: Buffer, type = 'multipart/form-data; boundary=b') => {
      const headers = { 'content-type': type, 'x-access-token': token }
      const response = await tested.http.inject({ method: 'POST', url: upload.path, payload, headers })
      expect(response.statusCode).toBeLessThan(500)
      const rows = tested.world.db.selectFrom('documents').select('path').where('user_id', '=', userId)
      return (await rows.execute()).length
    }
    expect(await send(whole, 'multipart/form-data')).toBe(0)
    expect(await send(whole.subarray(0, 400))).toBe(0)
    expect(await send(Buffer.concat([...Array(100).fill(whole), Buffer.from('--b--\r\n')]))).toBe(0)
    expect(await send(Buffer.concat([whole, Buffer.from('--b--\r\n')]))).toBe(1)
  })

  test('sixty uploads a day are enough, also when they are refused', async () => {
    const { token } = await newCustomer(tested)
    for (let count = 0; count < 60; count++) await sendPicture(tested, token, Buffer.from('no picture'))
    expect(await sendPicture(tested, token, photo)).toMatchObject({ code: 1204, data: { reason: 'quota' } })
  })

  test('a picture placed once is not placed again by another', async () => {
    const [owner, other] = [await newCustomer(tested), await newCustomer(tested)]
    for (const { token } of [owner, other]) await tested.succeed(editKyc, profile, token)
    const envelope = await sendPicture(tested, owner.token, photo)
    const { path } = (envelope as { data: { path: string } }).data
    await tested.succeed(submitImg, { docType: 'passport', side: 'front', path }, owner.token)
    const input = { docType: 'passport', side: 'front', path }
    expect(await tested.send(submitImg, input, other.token)).toMatchObject({ status: 403 })
    const rows = tested.world.db.selectFrom('documents').select('user_id').where('path', '=', path)
    expect(await rows.execute()).toEqual([{ user_id: owner.userId }])
  })
})

describe('paths under /api/common/res/', () => {
  let database: TestDatabase
  let http: FastifyInstance
  let folder: string
  let document: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'glaze-site-'))
    const root = join(folder, 'site')
    await mkdir(join(root, 'assets'), { recursive: true })
    await writeFile(join(root, 'index.html'), '<!doctype html><title>Glaze</title>')
    await writeFile(join(folder, 'marker.txt'), canary)
    await symlink(folder, join(folder, 'link'))
    database = await testDatabase()
    const made = await worldOn(database.db)
    http = made.http
    await openSite(http, { config: made.world.config, root })
    await http.ready()
    const { token } = await newCustomer(tested)
    document = ((await sendPicture(tested, token, photo)) as { data: { path: string } }).data.path
  })
  afterAll(async () => {
    await http.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  const ups = ['..', '%2e%2e', '.%2e', '..%00', '%252e%252e', '..%c0%af', '%uff0e%uff0e', '....', '..;', '.']
  const slashes = ['/', '%2f', '%5c', '\\', '//', '%252f']

  test('none of the ways up leads out of the site, and there is no listing', async () => {
    const forms = ups.flatMap(up => slashes.map(slash => `${`${up}${slash}`.repeat(4)}marker.txt`))
    expect(forms.length).toBe(60)
    for (const form of [
      ...forms,
      '',
      '/',
      'marker.txt',
      '/etc/passwd',
      'file:///etc/passwd',
      '%00',
      document,
    ]) {
      for (const start of ['/api/common/res/', '/']) {
        const response = await http.inject({ url: `${start}${form}` })
        expect(response.body).not.toContain(canary)
        expect(response.body).not.toContain('root:')
        expect(String(response.headers['content-type'])).not.toMatch(/image|octet-stream/)
        if (start !== '/') expect([400, 403, 404, 405]).toContain(response.statusCode)
      }
    }
  })
})
