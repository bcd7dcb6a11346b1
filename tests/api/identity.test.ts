import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, updateUserInfo } from '../../src/contract/account.ts'
import { editKyc, getKyc, submitImg, upload } from '../../src/contract/identity.ts'
import { messages } from '../../src/contract/message.ts'
import { openPicture } from '../../src/server/identity/documents.ts'
import { review } from '../../src/server/jobs/review-applicant.ts'
import { profile } from '../profile.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { newCustomer } from './customer.ts'
import { bomb, sendPicture } from './pictures.ts'

let tested: TestWorld
let photo: Buffer
beforeAll(async () => {
  tested = await startWorld()
  photo = await picture(1200, 800)
})
afterAll(() => tested.close())

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3f7f6f' } })
    .jpeg()
    .toBuffer()

const post = (content: Buffer, token: string, part = {}) => sendPicture(tested, token, content, part)

async function uploaded(token: string, content = photo): Promise<string> {
  const envelope = await post(content, token)
  expect(envelope).toMatchObject({ code: 1 })
  return (envelope as { data: { path: string } }).data.path
}

async function place(token: string, docType: string, sides: string[]) {
  for (const side of sides)
    await tested.succeed(submitImg, { docType, side, path: await uploaded(token) }, token)
}

/** As if the operator's few seconds had passed. */
async function operatorDecides() {
  await sql`update jobs set run_at = now() where kind = 'review-applicant'`.execute(tested.world.db)
  await tested.work()
}

async function documentsOf(userId: string) {
  return await tested.world.db.selectFrom('documents').selectAll().where('user_id', '=', userId).execute()
}

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

  test('refuses the twenty-first picture, also when thirty come at once', async () => {
    const { token, userId } = await newCustomer(tested)
    const envelopes = await Promise.all(Array.from({ length: 30 }, () => post(photo, token)))
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

describe('editKyc', () => {
  test('refuses names that are not English letters, unlikely phones and unknown keys', async () => {
    const { token } = await newCustomer(tested)
    const refuse = async (change: Record<string, unknown>, code: number) =>
      expect(await tested.send(editKyc, { ...profile, ...change }, token)).toMatchObject({ code })
    await refuse({ firstName: '伟' }, 1400)
    await refuse({ lastName: 'L1n' }, 1400)
    await refuse({ status: 'approved' }, 1400)
    await refuse({ phone: '12345678901' }, 1206)
    await refuse({ areaCode: '+999' }, 1206)
    await refuse({ country: 'ZZ' }, 1503)
    await refuse({ birthday: new Date(Date.now() - 17 * 365 * 86_400_000).toISOString().slice(0, 10) }, 1503)
    expect(await tested.send(getKyc, {}, token)).toMatchObject({ code: 1202, key: 'kyc_missing' })
  })

  test('two first drafts at once make one verification', async () => {
    const { token, userId } = await newCustomer(tested)
    const drafts = Array.from({ length: 2 }, () => tested.send(editKyc, profile, token))
    expect(await Promise.all(drafts)).toMatchObject([{ code: 1 }, { code: 1 }])
    const rows = tested.world.db.selectFrom('applicants').select('id').where('user_id', '=', userId)
    expect(await rows.execute()).toHaveLength(1)
  })

  test('goes on with a draft and its pictures; a restart deletes them', async () => {
    const { token, userId } = await newCustomer(tested)
    await tested.succeed(editKyc, { ...profile, docType: 'idCard' }, token)
    await place(token, 'idCard', ['front'])
    await tested.succeed(editKyc, { ...profile, city: 'Nanchang' }, token)
    expect(await tested.succeed(getKyc, {}, token)).toMatchObject({
      certStatus: 'draft',
      profile: { city: 'Nanchang' },
      docType: 'idCard',
      uploaded: ['front'],
      missing: ['back', 'hold'],
    })
    await tested.succeed(editKyc, { ...profile, restart: true }, token)
    expect(await tested.succeed(getKyc, {}, token)).toMatchObject({
      certStatus: 'draft',
      docType: null,
      uploaded: [],
    })
    expect(await documentsOf(userId)).toEqual([])
  })
})

describe('submitImg', () => {
  test('refuses before there is a profile, the back of a passport, and pictures of others as those nobody has', async () => {
    const { token } = await newCustomer(tested)
    const other = await newCustomer(tested)
    const path = await uploaded(token)
    const input = { docType: 'passport', side: 'front', path }
    expect(await tested.send(submitImg, input, token)).toMatchObject({ code: 1202 })
    await tested.succeed(editKyc, profile, token)
    expect(await tested.send(submitImg, { ...input, side: 'back' }, token)).toMatchObject({ code: 1400 })
    const foreign = await tested.send(submitImg, { ...input, path: await uploaded(other.token) }, token)
    const missing = await tested.send(submitImg, { ...input, path: 'x'.repeat(43) }, token)
    expect(foreign).toMatchObject({ status: 403 })
    expect(foreign).toEqual(missing)
    for (const bad of ['../../etc/passwd', '', null, ['x'.repeat(43)], 'x'.repeat(65)]) {
      expect(await tested.send(submitImg, { ...input, path: bad }, token)).toMatchObject({ code: 1400 })
    }
  })

  test('replaces the picture in a place, and drops those of the other document', async () => {
    const { token, userId } = await newCustomer(tested)
    await tested.succeed(editKyc, profile, token)
    await place(token, 'idCard', ['front', 'front', 'back'])
    expect(await documentsOf(userId)).toHaveLength(2)
    const path = await uploaded(token)
    const answer = await tested.succeed(submitImg, { docType: 'passport', side: 'hold', path }, token)
    expect(answer).toEqual({ certStatus: 'draft', missing: ['front'] })
    expect(await documentsOf(userId)).toHaveLength(1)
  })

  test.each([
    ['idCard', ['front', 'back', 'hold']],
    ['passport', ['hold', 'front']],
  ])('sends a complete %s to review; nothing can be changed while it waits', async (docType, sides) => {
    const { token } = await newCustomer(tested)
    await tested.succeed(editKyc, profile, token)
    await place(token, docType, sides)
    expect(await tested.succeed(getKyc, {}, token)).toMatchObject({ certStatus: 'pending', missing: [] })
    expect(await tested.send(editKyc, { ...profile, restart: true }, token)).toMatchObject({ code: 1201 })
    expect(await post(photo, token)).toMatchObject({ code: 1201 })
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({
      certified: false,
      certStatus: 'pending',
    })
    await operatorDecides()
    const message = 'Already certified, please do not resubmit'
    expect(await tested.send(editKyc, profile, token)).toMatchObject({ code: 1201, msg: message })
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({
      certified: true,
      certStatus: 'approved',
    })
  })
})

describe('review', () => {
  async function pending(firstName: string) {
    const customer = await newCustomer(tested)
    await tested.succeed(editKyc, { ...profile, firstName }, customer.token)
    await place(customer.token, 'passport', ['front', 'hold'])
    const { id } = await tested.world.db
      .selectFrom('applicants')
      .select('id')
      .where('user_id', '=', customer.userId)
      .executeTakeFirstOrThrow()
    return { ...customer, applicantId: id }
  }

  const decided = { decision: 'reject', reason: 'blurred', operator: 'o' } as const

  test('refuses what does not wait for a decision; of two operators at once one decides', async () => {
    const { applicantId } = await pending('Wei')
    const both = await Promise.allSettled(
      [1, 2].map(() => review(tested.world.db, { applicantId, ...decided })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const audits = tested.world.db.selectFrom('audits').selectAll().where('subject', '=', applicantId)
    expect(await audits.execute()).toMatchObject([
      { operator: 'o', verb: 'applicant.reject', detail: { reason: 'blurred' } },
    ])
  })

  test('the operator of the sandbox refuses Reject with a reason; a new verification begins afterwards', async () => {
    const { token, userId } = await pending('Reject')
    await operatorDecides()
    const kyc = await tested.succeed(getKyc, {}, token)
    expect(kyc).toMatchObject({ certStatus: 'reject', reason: expect.stringContaining('corners') })
    const told = await tested.succeed(messages, { pageSize: 10, page: 1, kind: 'verify' }, token)
    expect(told.list).toMatchObject([{ title: 'Your verification was not approved', content: kyc.reason }])
    await tested.succeed(editKyc, profile, token)
    expect(await tested.succeed(getKyc, {}, token)).toMatchObject({
      certStatus: 'draft',
      reason: null,
      uploaded: [],
    })
    expect(await documentsOf(userId)).toEqual([])
  })

  test('the reason is told in the language of whoever reads it, on the page and in the message alike', async () => {
    const { applicantId, token } = await pending('Wei')
    await review(tested.world.db, { ...decided, applicantId, note: 'The lower half.' })
    const readIn = async (lang: 'zh' | 'en') => {
      await tested.succeed(updateUserInfo, { lang }, token)
      const [message] = (await tested.succeed(messages, { pageSize: 1, page: 1, kind: 'verify' }, token)).list
      const { reason } = await tested.succeed(getKyc, {}, token)
      expect(message?.content).toBe(reason)
      return reason
    }
    expect(await readIn('zh')).toBe('证件照片不清晰，文字看不清，请重新拍摄。The lower half.')
    expect(await readIn('en')).toBe(
      'The photo of the document is not sharp, and its words cannot be read. Please take it again. The lower half.',
    )
  })

  test('asked for more, the customer sends those pictures again', async () => {
    const { applicantId, token } = await pending('Wei')
    const more = {
      applicantId,
      decision: 'need_more',
      reason: 'hold_unclear',
      operator: 'o',
      sides: ['hold'],
    } as const
    await review(tested.world.db, more)
    expect(await tested.succeed(getKyc, {}, token)).toMatchObject({
      certStatus: 'need_more',
      missing: ['hold'],
    })
    await place(token, 'passport', ['hold'])
    expect(await tested.succeed(getKyc, {}, token)).toMatchObject({ certStatus: 'pending', reason: null })
  })
})
