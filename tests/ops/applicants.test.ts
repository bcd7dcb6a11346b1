import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editKyc, getKyc } from '../../src/contract/identity.ts'
import { readAll } from '../../src/server/jobs/read-documents.ts'
import { maskEmail } from '../../src/server/ops/mask.ts'
import { newCustomer } from '../fixtures/account/customer.ts'
import { placePicture } from '../fixtures/identity/pictures.ts'
import { profile } from '../fixtures/identity/profile.ts'
import { auditsOf, type desk, deskOn, environment } from '../fixtures/ops/desk.ts'
import { startWorld, type TestWorld } from '../fixtures/world.ts'
import { passportLines } from '../identity/papers/lines.ts'
import { photographOf } from '../identity/papers/paper.ts'

let tested: TestWorld
let at: ReturnType<typeof desk>
let place: string
beforeAll(async () => {
  tested = await startWorld()
  place = await mkdtemp(join(tmpdir(), 'glaze-pictures-'))
  at = await deskOn(tested.world.db, told())
})
afterAll(async () => {
  await rm(place, { recursive: true, force: true })
  await tested.close()
})

/** What the server of `startWorld` is told; there is no chain here. */
function told() {
  const { CHAIN_URL, CHAIN_ID, CHAIN_TOKENS, CHAIN_XPUB } = tested.world.config
  const chain = { url: CHAIN_URL, chainId: CHAIN_ID, tokens: CHAIN_TOKENS, xpub: CHAIN_XPUB }
  const settings = { ...chain, confirmations: 3 } as unknown as Parameters<typeof environment>[0]
  return environment(settings)
}

async function pending() {
  const customer = await newCustomer(tested)
  await tested.succeed(editKyc, { ...profile, docType: 'passport' }, customer.token)
  const wei = { lastName: 'LIN', firstName: 'FANG', number: 'E12345678', country: 'CHN' }
  const page = await photographOf(
    'passport',
    passportLines({ ...wei, birthday: '900101', sex: 'F', expiry: '391231' }),
    { scale: 8.5 },
  )
  const face = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#3f7f6f' } })
    .jpeg()
    .toBuffer()
  for (const [side, picture] of Object.entries({ front: page, hold: face })) {
    const answer = await placePicture(tested, customer.token, { docType: 'passport', side, picture })
    expect(answer).toMatchObject({ code: 1 })
  }
  await readAll(tested.world)
  const { id } = await tested.world.db
    .selectFrom('applicants')
    .select('id')
    .where('user_id', '=', customer.userId)
    .executeTakeFirstOrThrow()
  return { ...customer, id }
}

describe('ops applicants', () => {
  test('nobody is decided who does not wait, without a reason, or about a picture that is none', async () => {
    const { id, userId, email } = await pending()
    const nobody = '01900000-0000-7000-8000-000000000000'
    for (const words of [
      ['approve', nobody],
      ['show', nobody],
      ['images', nobody, '--folder', join(place, 'nobody')],
      ['reject', id],
      ['reject', id, '--reason', 'I do not like it'],
      ['reject', id, '--reason', 'other'],
      ['reject', id, '--reason', 'expired', '--note', 'two\nlines'],
      ['need-more', id, '--reason', 'blurred', '--sides', 'front,../../etc'],
    ]) {
      expect(await at('ann')('applicants', ...words)).toMatchObject({ isFailed: true })
    }
    expect(await readdir(place)).toEqual([])
    const listed = await at('ann')('applicants', 'list')
    expect(listed.rows).toContainEqual(
      expect.objectContaining({ id, user_id: userId, email: maskEmail(email), hours: 0 }),
    )
    expect(listed.said).not.toContain(email)
    expect(await auditsOf(tested.world.db, id)).toEqual([])
  })

  test('show tells what was read and noticed, and who looked stays known', async () => {
    const { id, userId } = await pending()
    const [sheet] = (await at('ann')('applicants', 'show', id)).rows
    expect(sheet).toMatchObject({
      id,
      user_id: userId,
      status: 'pending',
      profile: { lastName: 'Lin' },
      findings: expect.arrayContaining(['front: name_differs', 'hold: blank']),
    })
    expect(JSON.stringify(sheet)).toContain('"number":"E12345678"')
    expect(await auditsOf(tested.world.db, id)).toEqual(['ann applicant.show'])
  })

  test('images writes the pictures for the operator alone, and never over a file', async () => {
    const { id } = await pending()
    const folder = join(place, 'mine')
    const { rows } = await at('ann')('applicants', 'images', id, '--folder', folder)
    expect(rows.map(({ side }) => side)).toEqual(['front', 'hold'])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const { file } of rows) {
      expect((await stat(String(file))).mode & 0o777).toBe(0o600)
      expect((await sharp(await readFile(String(file))).metadata()).format).toBe('jpeg')
    }
    expect(await at('bob')('applicants', 'images', id, '--folder', folder)).toMatchObject({ isFailed: true })
    expect(await auditsOf(tested.world.db, id)).toEqual(['ann applicant.images', 'bob applicant.images'])
  })

  test('need-more takes the named pictures away and tells the customer why', async () => {
    const { id, token } = await pending()
    const words = ['applicants', 'need-more', id, '--reason', 'hold_unclear', '--sides', 'hold']
    expect((await at('ann')(...words)).rows).toEqual([{ id, status: 'need_more' }])
    expect(await at('bob')(...words)).toMatchObject({ isFailed: true })
    expect(await tested.succeed(getKyc, {}, token)).toMatchObject({
      certStatus: 'need_more',
      reason: expect.stringContaining('holding the document'),
      missing: ['hold'],
    })
    expect(await auditsOf(tested.world.db, id)).toEqual(['ann applicant.need_more'])
  })

  test('approve and reject decide once', async () => {
    const [first, second] = [await pending(), await pending()]
    expect((await at('ann')('applicants', 'approve', first.id)).rows).toEqual([
      { id: first.id, status: 'approved' },
    ])
    expect(
      (await at('ann')('applicants', 'reject', second.id, '--reason=other', '--note=Another person.')).rows,
    ).toEqual([{ id: second.id, status: 'reject' }])
    expect(await tested.succeed(getKyc, {}, second.token)).toMatchObject({
      reason: 'What our reviewer says: Another person.',
    })
    expect(await at('bob')('applicants', 'reject', first.id, '--reason', 'copy')).toMatchObject({
      isFailed: true,
    })
    expect(await auditsOf(tested.world.db, first.id)).toEqual(['ann applicant.approved'])
  })
})
