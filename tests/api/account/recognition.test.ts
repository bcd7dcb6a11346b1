import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '../../../src/contract/account.ts'
import { editKyc, getKyc } from '../../../src/contract/identity.ts'
import { messages } from '../../../src/contract/message.ts'
import { openDatabase, transaction } from '../../../src/server/database/database.ts'
import { expireAll } from '../../../src/server/jobs/expire-documents.ts'
import { readAll } from '../../../src/server/jobs/read-documents.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { placePicture, sendPicture } from '../../fixtures/identity/pictures.ts'
import { profile } from '../../fixtures/identity/profile.ts'
import { urlOf } from '../../fixtures/postgres.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'
import { type Holder, passportLines } from '../../identity/papers/lines.ts'
import { photographOf } from '../../identity/papers/paper.ts'

const tested = throughout(startWorld)
let face: Buffer
beforeAll(async () => {
  face = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#3f7f6f' } })
    .jpeg()
    .toBuffer()
})

const wei: Holder = {
  lastName: 'LIN',
  firstName: 'WEI',
  number: 'E12345678',
  country: 'CHN',
  birthday: '900101',
  sex: 'M',
  expiry: '391231',
}
let count = 0
const numbered = (holder: Partial<Holder> = {}): Holder => ({
  ...wei,
  number: `E${10_000_000 + ++count}`,
  ...holder,
})

/** Somebody who has filled in the profile and sent the page of a passport; the last picture is missing. */
async function shown(holder: Holder, said: Record<string, string> = {}): Promise<TestCustomer> {
  const customer = await newCustomer(tested)
  await tested.succeed(editKyc, { ...profile, ...said, docType: 'passport' }, customer.token)
  const picture = await photographOf('passport', passportLines(holder), { scale: 8.5, degrees: 1 })
  await place(customer, 'front', picture)
  return customer
}

const place = ({ token }: TestCustomer, side: string, picture: Buffer) =>
  placePicture(tested, token, { docType: 'passport', side, picture })

async function decided(customer: TestCustomer) {
  expect(await place(customer, 'hold', face)).toMatchObject({ code: 1, data: { certStatus: 'pending' } })
  await sql`update jobs set run_at = now() where kind = 'review-applicant'`.execute(tested.world.db)
  await tested.work()
  return await tested.succeed(getKyc, {}, customer.token)
}

const told = async ({ token }: TestCustomer) =>
  (await tested.succeed(messages, { pageSize: 10, page: 1, kind: 'verify' }, token)).list.map(
    ({ title }) => title,
  )

describe('a picture that comes', () => {
  const grain = (mean: number) =>
    sharp({
      create: {
        width: 900,
        height: 700,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean, sigma: 4 },
      },
    })
      .jpeg()
      .toBuffer()

  test.each<[string, () => Promise<Buffer>, string]>([
    ['all black', () => grain(6), 'dark'],
    ['all white', () => grain(248), 'glare'],
    ['far out of focus', () => photographOf('passport', passportLines(wei), { blur: 10 }), 'blurred'],
  ])('%s is refused with the reason', async (_name, make, reason) => {
    const { token, userId } = await newCustomer(tested)
    expect(await sendPicture(tested, token, await make())).toMatchObject({ code: 1203, data: { reason } })
    const rows = tested.world.db.selectFrom('documents').select('path').where('user_id', '=', userId)
    expect(await rows.execute()).toEqual([])
  })

  test('of one colour is taken, and said to be blank', async () => {
    const customer = await newCustomer(tested)
    await tested.succeed(editKyc, profile, customer.token)
    await place(customer, 'hold', face)
    expect((await tested.succeed(getKyc, {}, customer.token)).findings).toEqual([
      { side: 'hold', what: 'blank' },
    ])
  })
})

describe('a document that was read', () => {
  test('and has expired goes to nobody; a valid one in its place does', async () => {
    const customer = await shown(numbered({ expiry: '201231' }))
    await readAll(tested.world)
    expect((await tested.succeed(getKyc, {}, customer.token)).findings).toEqual([
      { side: 'front', what: 'expired' },
    ])
    expect(await place(customer, 'hold', face)).toMatchObject({
      code: 1203,
      data: { reason: 'expired', side: 'front' },
    })
    expect(await tested.succeed(getKyc, {}, customer.token)).toMatchObject({
      certStatus: 'draft',
      missing: ['hold'],
    })
    const valid = await photographOf('passport', passportLines(numbered()), { scale: 8.5 })
    await place(customer, 'front', valid)
    expect(await decided(customer)).toMatchObject({ certStatus: 'approved', findings: [] })
  })

  test.each<[string, Partial<Holder>, Record<string, string>, object]>([
    ['name', { firstName: 'FANG' }, {}, { certStatus: 'need_more', missing: ['front'], reason: /name/ }],
    [
      'birthday',
      {},
      { birthday: '1990-01-02' },
      { certStatus: 'need_more', missing: ['front'], reason: /date of birth/ },
    ],
    ['age', { birthday: '150101' }, {}, { certStatus: 'reject', reason: /18/ }],
    ['expiry, read too late', { expiry: '201231' }, {}, { certStatus: 'reject', reason: /expired/ }],
  ])('and contradicts the profile in %s is not approved', async (_what, holder, said, verdict) => {
    const customer = await shown(numbered(holder), said)
    const { reason, ...rest } = verdict as { reason: RegExp }
    const kyc = await decided(customer)
    expect(kyc).toMatchObject(rest)
    expect(kyc.reason).toMatch(reason)
    expect((await tested.succeed(getUser, {}, customer.token)).certified).toBe(false)
  })

  test('of another customer is refused in words that tell nothing of them', async () => {
    const holder = numbered()
    expect(await decided(await shown(holder))).toMatchObject({ certStatus: 'approved' })
    const second = await shown(holder)
    await readAll(tested.world)
    expect((await tested.succeed(getKyc, {}, second.token)).findings).toEqual([])
    const kyc = await decided(second)
    expect(kyc).toMatchObject({ certStatus: 'reject', findings: [{ side: 'hold', what: 'blank' }] })
    expect(kyc.reason).toBe('You cannot be verified with this document. Please contact us.')
  })

  test('leaves nothing to read in the database', async () => {
    const holder = numbered({ lastName: 'MONTMORENCY' })
    const customer = await shown(holder)
    await readAll(tested.world)
    const { rows } = await sql<{ row: string }>`
      select d::text || a::text as row from documents d join applicants a on a.id = d.applicant_id
      where d.user_id = ${customer.userId} and d.reading is not null`.execute(tested.world.db)
    expect(rows).toHaveLength(1)
    // Long enough that the letters of a sealed text do not spell them by chance.
    const hex = (text: string) => Buffer.from(text).toString('hex')
    for (const text of [holder.number, '1990-01-01', holder.lastName]) {
      expect(rows[0]?.row).not.toContain(text)
      expect(rows[0]?.row).not.toContain(hex(text))
    }
  })

  test('two nodes at once read a picture once', async () => {
    const customer = await shown(numbered())
    await Promise.all([readAll(tested.world), readAll(tested.world)])
    const row = await tested.world.db
      .selectFrom('documents')
      .select(['read_at', 'reading'])
      .where('user_id', '=', customer.userId)
      .executeTakeFirstOrThrow()
    expect(row.reading).not.toBeNull()
    await readAll(tested.world)
    expect(
      await tested.world.db
        .selectFrom('documents')
        .select('read_at')
        .where('user_id', '=', customer.userId)
        .executeTakeFirst(),
    ).toEqual({ read_at: row.read_at })
  })

  test('a photo with nothing to read on it is approved by the operator of the sandbox all the same', async () => {
    const customer = await newCustomer(tested)
    await tested.succeed(editKyc, { ...profile, docType: 'passport' }, customer.token)
    await place(customer, 'front', await photographOf('passport', []))
    await readAll(tested.world)
    expect((await tested.succeed(getKyc, {}, customer.token)).findings).toContainEqual({
      side: 'front',
      what: 'lines_unread',
    })
    expect(await decided(customer)).toMatchObject({ certStatus: 'approved', findings: [] })
  })
})

describe('a document that expires', () => {
  const expiresIn = (customer: TestCustomer, days: number) =>
    sql`update applicants set expires_on = current_date + ${days}::integer where user_id = ${customer.userId}`.execute(
      tested.world.db,
    )

  test('is told of a month ahead and on the day, each once; then its customer verifies again', async () => {
    const customer = await shown(numbered())
    await decided(customer)
    await expireAll(tested.world)
    expect(await told(customer)).toEqual(['You are verified'])
    await expiresIn(customer, 29)
    await expireAll(tested.world)
    await expireAll(tested.world)
    expect(await told(customer)).toEqual(['Your document expires soon', 'You are verified'])
    await expiresIn(customer, 0)
    await expireAll(tested.world)
    expect(await tested.succeed(getUser, {}, customer.token)).toMatchObject({ certStatus: 'approved' })
    await expiresIn(customer, -1)
    await Promise.all([expireAll(tested.world), expireAll(tested.world)])
    expect((await told(customer))[0]).toBe('Your document has expired: verify again')
    expect(await told(customer)).toHaveLength(3)
    expect(await tested.succeed(getUser, {}, customer.token)).toMatchObject({
      certified: false,
      certStatus: 'expired',
    })
    await tested.succeed(editKyc, profile, customer.token)
    expect(await tested.succeed(getKyc, {}, customer.token)).toMatchObject({
      certStatus: 'draft',
      uploaded: [],
    })
  })

  test('ends its verification although that of another one fails', async () => {
    const [stuck, other] = [await shown(numbered()), await shown(numbered())]
    for (const customer of [stuck, other]) await decided(customer)
    await expiresIn(stuck, -2)
    await expiresIn(other, -1)
    const hasty = openDatabase({ url: await urlOf(tested.world.db) })
    await transaction(tested.world.db, async db => {
      await sql`select from applicants where user_id = ${stuck.userId} for update`.execute(db)
      await expect(expireAll({ ...tested.world, db: hasty }, { pageSize: 1 })).rejects.toThrow('lock timeout')
    }).finally(() => hasty.destroy())
    expect(await tested.succeed(getUser, {}, other.token)).toMatchObject({ certStatus: 'expired' })
    expect(await tested.succeed(getUser, {}, stuck.token)).toMatchObject({ certStatus: 'approved' })
  })
})
