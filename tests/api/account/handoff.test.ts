import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '../../../src/contract/account.ts'
import type { Envelope } from '../../../src/contract/call.ts'
import {
  askHandoff,
  endHandoff,
  handOverPicture,
  lookHandoff,
  openHandoff,
} from '../../../src/contract/handoff.ts'
import { editKyc, getKyc } from '../../../src/contract/identity.ts'
import { everyCall } from '../../../src/contract/index.ts'
import { forgetHandoffs } from '../../../src/server/identity/handoffs.ts'
import { review } from '../../../src/server/jobs/review-applicant.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { profile } from '../../fixtures/identity/profile.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)
let photo: Buffer
beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  photo = await sharp({ create: { width: 700, height: 450, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
})

const over = { code: 1207, key: 'handoff_over' }
const newPass = () => randomBytes(32).toString('base64url')

/** A customer who has filled in the profile and has no picture yet. */
async function applicant(docType = 'passport'): Promise<TestCustomer> {
  const customer = await newCustomer(tested)
  await tested.succeed(editKyc, { ...profile, docType }, customer.token)
  return customer
}

async function link({ token }: TestCustomer, docType = 'passport'): Promise<string> {
  return (await tested.succeed(askHandoff, { docType }, token)).token
}

/** An applicant, and the pass of another device that has opened the link. */
async function handedOver(docType = 'passport') {
  const customer = await applicant(docType)
  const [token, pass] = [await link(customer, docType), newPass()]
  await tested.succeed(openHandoff, { token, pass })
  return { customer, token, pass }
}

/** Sends a picture as the form of the other device does: texts, then the file. */
async function send(
  pass: string,
  side: string,
  { content = photo, more = {} }: { content?: Buffer; more?: Record<string, string> } = {},
): Promise<Envelope> {
  const boundary = 'glaze-boundary'
  const texts = Object.entries({ pass, side, ...more }).map(
    ([name, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  )
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  const response = await tested.http.inject({
    method: 'POST',
    url: handOverPicture.path,
    payload: Buffer.concat([
      Buffer.from(texts.join('') + file),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  return response.json() as Envelope
}

async function documentsOf({ userId }: TestCustomer) {
  const rows = tested.world.db.selectFrom('documents').select(['side', 'applicant_id'])
  return await rows.where('user_id', '=', userId).execute()
}

async function expireNow({ userId }: TestCustomer) {
  await sql`update handoffs set expires_at = now() where user_id = ${userId}`.execute(tested.world.db)
}

/** Nothing can be read or sent with this pass, and nothing has been stored. */
async function expectUseless(pass: string, customer: TestCustomer) {
  const before = await documentsOf(customer)
  expect(await tested.send(openHandoff, { pass })).toMatchObject(over)
  expect(await send(pass, 'front')).toMatchObject(over)
  expect(await documentsOf(customer)).toEqual(before)
}

describe('asking for a link', () => {
  test('is refused before there is a profile, and once the verification waits or is over', async () => {
    const { token } = await newCustomer(tested)
    expect(await tested.send(askHandoff, { docType: 'passport' }, token)).toMatchObject({ code: 1202 })
    const { customer, pass } = await handedOver()
    for (const side of ['front', 'hold']) expect(await send(pass, side)).toMatchObject({ code: 1 })
    expect(await tested.send(askHandoff, { docType: 'passport' }, customer.token)).toMatchObject({
      code: 1201,
    })
  })

  test('ends the link before it, also on the device that had opened it', async () => {
    const { customer, token, pass } = await handedOver()
    const next = await link(customer)
    await expectUseless(pass, customer)
    expect(await tested.send(openHandoff, { token, pass: newPass() })).toMatchObject(over)
    const state = await tested.succeed(lookHandoff, {}, customer.token)
    expect(state).toEqual({ state: 'waiting', device: null, uploaded: [] })
    await tested.succeed(openHandoff, { token: next, pass: newPass() })
  })

  test('two hundred times at once leaves one link, and no more than twelve are made in an hour', async () => {
    const customer = await applicant()
    const asked = await Promise.all(
      Array.from({ length: 200 }, () => tested.send(askHandoff, { docType: 'passport' }, customer.token)),
    )
    const made = asked.filter(envelope => 'code' in envelope && envelope.code === 1)
    expect(made).toHaveLength(12)
    expect(asked.filter(envelope => 'code' in envelope && envelope.code === 1411)).toHaveLength(188)
    const opened = await Promise.all(
      made.map(envelope =>
        tested.send(openHandoff, {
          token: (envelope as { data: { token: string } }).data.token,
          pass: newPass(),
        }),
      ),
    )
    expect(opened.filter(envelope => 'code' in envelope && envelope.code === 1)).toHaveLength(1)
  })
})

describe('opening a link', () => {
  test('works for one device: of two hundred at once one gets in, and its own second try too', async () => {
    const customer = await applicant()
    const token = await link(customer)
    const passes = Array.from({ length: 200 }, newPass)
    const answers = await Promise.all(passes.map(pass => tested.send(openHandoff, { token, pass })))
    const inside = passes.filter((_, index) => (answers[index] as { code?: number }).code === 1)
    expect(inside).toHaveLength(1)
    expect(answers.filter(answer => (answer as { code?: number }).code === 1207)).toHaveLength(199)
    expect(await tested.send(openHandoff, { token, pass: inside[0] })).toMatchObject({ code: 1 })
    expect(await tested.send(openHandoff, { token, pass: newPass() })).toMatchObject(over)
  })

  test('answers one that never was, one that is used up and one whose time is over alike', async () => {
    const customer = await applicant()
    const token = await link(customer)
    const never = await tested.send(openHandoff, { token: newPass(), pass: newPass() })
    await expireNow(customer)
    const late = await tested.send(openHandoff, { token, pass: newPass() })
    const { token: used } = await handedOver()
    const second = await tested.send(openHandoff, { token: used, pass: newPass() })
    expect(never).toMatchObject(over)
    expect(late).toEqual(never)
    expect(second).toEqual(never)
  })

  test('shows whose it is, masked, and the places of the pictures: nothing else of the customer', async () => {
    const { customer, pass } = await handedOver('idCard')
    const way = await tested.succeed(openHandoff, { pass })
    expect(way).toEqual({
      account: `${customer.email[0]}***@mail.test`,
      docType: 'idCard',
      uploaded: [],
      missing: ['front', 'back', 'hold'],
      expiresAt: expect.any(String),
    })
  })

  test('neither token nor pass is kept', async () => {
    const { customer, token, pass } = await handedOver()
    const rows = await tested.world.db
      .selectFrom('handoffs')
      .selectAll()
      .where('user_id', '=', customer.userId)
      .execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(pass)
  })
})

describe('a pass', () => {
  test('is no session: no call of a customer takes it or the token', async () => {
    const { token, pass } = await handedOver()
    const customers = everyCall().filter(({ call }) => call.who === 'customer' && call.method === 'POST')
    for (const secret of [token, pass]) {
      for (const { call } of customers) {
        const url = call.path.replace(/\{\w+\}/g, '1')
        const headers = { 'x-access-token': secret }
        const response = await tested.http.inject({ method: 'POST', url, payload: {}, headers })
        expect(response.statusCode, call.path).toBe(401)
      }
    }
    expect(await tested.send(getUser, {}, pass)).toMatchObject({ status: 401 })
  })

  test('that is wrong, short, foreign or hostile puts no picture anywhere', async () => {
    const { customer } = await handedOver()
    for (const wrong of ['', 'x', '\0', "' or 1=1 --", 'x'.repeat(10_000)])
      expect(await send(wrong, 'front')).toMatchObject({ code: 1400 })
    expect(await send(newPass(), 'front')).toMatchObject(over)
    expect(await documentsOf(customer)).toEqual([])
  })

  test('takes nothing but the sides of its own document, and nothing unknown', async () => {
    const { customer, pass } = await handedOver()
    expect(await send(pass, 'back')).toMatchObject({ code: 1400 })
    expect(await send(pass, 'selfie')).toMatchObject({ code: 1400 })
    expect(await send(pass, 'front', { more: { docType: 'idCard' } })).toMatchObject({ code: 1400 })
    expect(await send(pass, 'front', { more: { userId: customer.userId } })).toMatchObject({ code: 1400 })
    expect(await send(pass, 'front', { content: Buffer.from('<svg/>'.repeat(99)) })).toMatchObject({
      code: 1204,
    })
    expect(await documentsOf(customer)).toEqual([])
  })

  test('reaches its own verification only', async () => {
    const mine = await handedOver()
    const other = await handedOver()
    await send(mine.pass, 'front')
    expect(await documentsOf(other.customer)).toEqual([])
    expect(await documentsOf(mine.customer)).toMatchObject([{ side: 'front' }])
    expect(await tested.succeed(openHandoff, { pass: other.pass })).toMatchObject({ uploaded: [] })
  })

  test('is worth nothing after ten minutes', async () => {
    const { customer, pass } = await handedOver()
    await expireNow(customer)
    await expectUseless(pass, customer)
    expect(await tested.succeed(lookHandoff, {}, customer.token)).toMatchObject({ state: 'over' })
  })

  test('is worth nothing once the customer ends it', async () => {
    const { customer, pass } = await handedOver()
    await tested.succeed(endHandoff, {}, customer.token)
    await expectUseless(pass, customer)
    await tested.succeed(endHandoff, {}, customer.token)
  })

  test('is worth nothing once the verification begins anew, or changes its document', async () => {
    for (const change of [{ restart: true }, { docType: 'idCard' }]) {
      const { customer, pass } = await handedOver()
      await tested.succeed(editKyc, { ...profile, docType: 'passport', ...change }, customer.token)
      await expectUseless(pass, customer)
    }
  })

  test('ends with the submission, and does not come back when more is asked for', async () => {
    const { customer, pass } = await handedOver()
    await send(pass, 'front')
    expect(await send(pass, 'hold')).toMatchObject({ code: 1, data: { certStatus: 'pending', missing: [] } })
    await expectUseless(pass, customer)
    const { id } = await tested.world.db
      .selectFrom('applicants')
      .select('id')
      .where('user_id', '=', customer.userId)
      .executeTakeFirstOrThrow()
    const more = { applicantId: id, decision: 'need_more', reason: 'blurred', operator: 'o' } as const
    await review(tested.world.db, more)
    await expectUseless(pass, customer)
  })

  test('takes twenty pictures, and two hundred at once leave one in the place', async () => {
    const { customer, pass } = await handedOver()
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(pass, 'front')))
    const taken = answers.filter(answer => (answer as { code?: number }).code === 1)
    expect(taken.length).toBeGreaterThan(0)
    expect(taken.length).toBeLessThanOrEqual(20)
    const documents = await documentsOf(customer)
    expect(documents.filter(({ side }) => side === 'front')).toHaveLength(1)
    expect(documents.filter(({ applicant_id }) => applicant_id !== null)).toHaveLength(1)
    expect(await tested.succeed(getKyc, {}, customer.token)).toMatchObject({ certStatus: 'draft' })
  })
})

test('the first device sees who opened the link and each picture as it comes', async () => {
  const customer = await applicant()
  expect(await tested.succeed(lookHandoff, {}, customer.token)).toMatchObject({ state: 'none' })
  const [token, pass] = [await link(customer), newPass()]
  await tested.succeed(openHandoff, { token, pass })
  const opened = await tested.succeed(lookHandoff, {}, customer.token)
  expect(opened).toEqual({ state: 'opened', device: 'Unknown', uploaded: [] })
  await send(pass, 'hold')
  expect(await tested.succeed(lookHandoff, {}, customer.token)).toMatchObject({ uploaded: ['hold'] })
  expect(await tested.succeed(getKyc, {}, customer.token)).toMatchObject({ missing: ['front'] })
  await send(pass, 'front')
  expect(await tested.succeed(getKyc, {}, customer.token)).toMatchObject({ certStatus: 'pending' })
})

test('links of yesterday are forgotten', async () => {
  const { customer } = await handedOver()
  await sql`update handoffs set expires_at = now() - interval '2 days'`.execute(tested.world.db)
  await forgetHandoffs(tested.world.db)
  expect(await tested.succeed(lookHandoff, {}, customer.token)).toMatchObject({ state: 'none' })
})
