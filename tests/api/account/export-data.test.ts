import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deletionCheck, exportData } from '../../../src/contract/deletion.ts'
import { watchRefund } from '../../../src/contract/refund.ts'
import { keepPicture } from '../../../src/server/identity/documents.ts'
import { newCustomer, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { codeOf, guarded, wrongCode } from '../../fixtures/account/second-factor.ts'
import { openedCard, readyCustomer, startCardWorld } from '../../fixtures/cards/cardholder.ts'
import { disputed, settled, standing } from '../../fixtures/cards/contested.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { filesIn } from '../../fixtures/unzip.ts'

const tested = throughout(startCardWorld)

async function keyOf(input: object, { token }: TestCustomer) {
  const envelope = await tested.send(exportData, { ...input }, token)
  return 'key' in envelope ? [envelope.key, envelope.data] : envelope
}

describe('the export', () => {
  test('is refused without a PIN, with a wrong one, and the sixth time in a day', async () => {
    expect(await keyOf({ pin: testPin }, await newCustomer(tested))).toEqual(['pin_unset', null])
    const customer = await readyCustomer(tested, '1')
    expect(await keyOf({ pin: 'wrong-pin' }, customer)).toMatchObject(['pin_incorrect', {}])
    for (let time = 0; time < 5; time++) await tested.succeed(exportData, { pin: testPin }, customer.token)
    expect(await keyOf({ pin: testPin }, customer)).toMatchObject([
      'limit_exceeded',
      { reason: 'too_often', limit: 5, until: expect.any(String) },
    ])
    await tested.work()
    expect(
      tested.letters.filter(({ to, subject }) => to === customer.email && subject.includes('exported')),
    ).toHaveLength(5)
    const { rows } =
      await sql`select from audits where verb = 'user.export' and subject = ${customer.userId}`.execute(
        tested.world.db,
      )
    expect(rows).toHaveLength(5)
  })

  test('takes a code of the authenticator of who has one, once', async () => {
    const customer = await guarded(tested)
    const given = { pin: testPin, secondCode: codeOf(customer.secret, 1) }
    expect(await keyOf({ pin: testPin }, customer)).toEqual(['second_factor_required', null])
    expect(await keyOf({ ...given, secondCode: wrongCode(customer.secret) }, customer)).toMatchObject([
      'second_factor_incorrect',
      { triesLeft: 4 },
    ])
    expect(await tested.succeed(exportData, given, customer.token)).toMatchObject({ type: 'application/zip' })
    expect(await keyOf(given, customer)).toMatchObject(['second_factor_incorrect', { reason: 'used' }])
  })

  test('holds what is kept of the caller, pictures too, of nobody else, and no secret of ours', async () => {
    const [customer, other] = [await readyCustomer(tested, '60'), await readyCustomer(tested, '60')]
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    const othersCard = await openedCard(tested, other)
    const picture = { content: Buffer.from('a picture'), width: 1, height: 1, looks: [] }
    await keepPicture(tested.world, tested.world.db, { userId: customer.userId, picture })
    await keepPicture(tested.world, tested.world.db, { userId: other.userId, picture })

    const { name, type, content } = await tested.succeed(exportData, { pin: testPin }, customer.token)
    expect([name, type]).toEqual([
      expect.stringMatching(/^glaze-data-\d{4}-\d\d-\d\d\.zip$/),
      'application/zip',
    ])
    const files = filesIn(Buffer.from(content, 'base64'))
    const read = (file: string) => JSON.parse(files.get(`${file}.json`)?.toString() ?? 'null')
    expect(read('profile')).toMatchObject({ id: customer.userId, email: customer.email })
    expect(read('cards')).toMatchObject([{ id: card.cardId, last4: card.last4 }])
    expect(read('applicants')).toMatchObject([{ profile: { firstName: 'Wei' } }])
    expect(read('bills').map(({ amount }: { amount: string }) => amount)).toContain('20 USD')
    expect(read('accounts')).toContainEqual(expect.objectContaining({ kind: 'card', balance: '20 USD' }))
    expect(files.get('documents/1-unplaced.jpg')?.toString()).toBe('a picture')
    expect(files.has('documents/2-unplaced.jpg')).toBe(false)

    const everything = [...files.values()].map(String).join('\n')
    const user = await tested.world.db
      .selectFrom('users')
      .select(['password_hash', 'pin_hash'])
      .where('id', '=', customer.userId)
      .executeTakeFirstOrThrow()
    const session = await tested.world.db
      .selectFrom('sessions')
      .select(['token_hash', 'token_nonce'])
      .where('user_id', '=', customer.userId)
      .executeTakeFirstOrThrow()
    for (const secret of [
      user.password_hash,
      user.pin_hash,
      session.token_hash,
      session.token_nonce,
      customer.token,
    ]) {
      expect(everything).not.toContain(secret)
    }
    for (const foreign of [other.userId, other.email, othersCard.cardId])
      expect(everything).not.toContain(foreign)
    expect(await tested.succeed(deletionCheck, {}, customer.token)).toMatchObject({ deletion: null })
  })

  test('holds what the issuer wants to see of a dispute', async () => {
    const customer = await readyCustomer(tested, '60')
    const card = await openedCard(tested, customer, { rechargeAmount: '30' })
    const { billId } = await settled(tested, { customer, card })
    const id = await disputed(tested, customer, billId)
    await standing(tested, id, { state: 'evidence_wanted', version: 2, note: 'The receipt' })
    const { content } = await tested.succeed(exportData, { pin: testPin }, customer.token)
    const disputes = filesIn(Buffer.from(content, 'base64')).get('disputes.json')?.toString() ?? 'null'
    expect(JSON.parse(disputes)).toMatchObject([{ id, status: 'evidence', note: 'The receipt' }])
  })

  test('holds the refunds that are waited for, with what was written beside them', async () => {
    const customer = await readyCustomer(tested, '60')
    const card = await openedCard(tested, customer, { rechargeAmount: '30' })
    const { billId } = await settled(tested, { customer, card })
    const by = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10)
    const wanted = { billId, amount: '12.5', by, note: 'the blue vase', requestId: randomUUID() }
    await tested.succeed(watchRefund, wanted, customer.token)
    const { content } = await tested.succeed(exportData, { pin: testPin }, customer.token)
    const watches = filesIn(Buffer.from(content, 'base64')).get('refund_watches.json')?.toString() ?? 'null'
    expect(JSON.parse(watches)).toMatchObject([
      { bill_id: billId, amount: '12.5 USD', arrived: '0 USD', due_on: by, note: 'the blue vase' },
    ])
  })

  test("is named after the customer's own day", async () => {
    for (const [timezone, hours] of [
      ['Pacific/Kiritimati', 14],
      ['Pacific/Pago_Pago', -11],
    ] as const) {
      const { userId, token } = await readyCustomer(tested, '1')
      await sql`update users set timezone = ${timezone} where id = ${userId}`.execute(tested.world.db)
      const there = () => new Date(Date.now() + hours * 60 * 60_000).toISOString().slice(0, 10)
      const before = there()
      const { name } = await tested.succeed(exportData, { pin: testPin }, token)
      expect([before, there()].map(day => `glaze-data-${day}.zip`)).toContain(name)
    }
  })
})
