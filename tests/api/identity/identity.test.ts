import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, updateUserInfo } from '../../../src/contract/account.ts'
import { editKyc, getKyc, submitImg } from '../../../src/contract/identity.ts'
import { messages } from '../../../src/contract/message.ts'
import { review } from '../../../src/server/jobs/review-applicant.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { profile } from '../../fixtures/identity/profile.ts'
import { begin, documentsOf, photo, post, tested, uploaded } from '../../fixtures/identity/uploader.ts'

beforeAll(begin)
afterAll(() => tested.close())

async function place(token: string, docType: string, sides: string[]) {
  for (const side of sides)
    await tested.succeed(submitImg, { docType, side, path: await uploaded(token) }, token)
}

/** As if the operator's few seconds had passed. */
async function operatorDecides() {
  await sql`update jobs set run_at = now() where kind = 'review-applicant'`.execute(tested.world.db)
  await tested.work()
}

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
    const audits = tested.world.db.selectFrom('told_audits').selectAll().where('subject', '=', applicantId)
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
