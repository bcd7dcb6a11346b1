import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maskEmail } from '../../src/server/ops/mask.ts'
import { applicant, movedTo, ordered, resultOf } from '../fixtures/cards/applicant.ts'
import { moneyOf } from '../fixtures/cards/cardholder.ts'
import { at, begin, tested } from '../fixtures/ops/card-desk.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('ops applications', () => {
  test('cancel does not touch what is being made, and leaves no line in the audit', async () => {
    const who = await applicant(tested)
    const { id } = await movedTo(tested, who, 'approved')
    const answer = await at('ann')('applications', 'cancel', id)
    expect(answer).toMatchObject({ isFailed: true })
    expect(answer.said).toContain('An application that is making cannot be cancelled.')
    expect((await resultOf(tested, who, id)).status).toBe('making')
    expect(
      await tested.world.db.selectFrom('told_audits').select('id').where('subject', '=', id).execute(),
    ).toEqual([])
  })

  test('cancel gives everything back once the issuer has agreed, and stands in the audit', async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    const { userId, email } = who.customer
    const listed = await at('ann')('applications', 'list')
    expect(listed.rows).toContainEqual(
      expect.objectContaining({
        ...{ id, user_id: userId, email: maskEmail(email) },
        ...{ status: 'applying', country: 'CN' },
      }),
    )
    expect(listed.said).not.toContain(email)
    expect((await at('ann')('applications', 'cancel', id)).rows).toEqual([{ id, status: 'cancelling' }])
    await tested.work()
    expect((await resultOf(tested, who, id)).status).toBe('cancelled')
    expect(await moneyOf(tested, who.customer)).toMatchObject({ wallet: 495_000_000n, walletHeld: 0n })
    const audits = tested.world.db.selectFrom('told_audits').select(['verb', 'operator', 'detail'])
    expect(await audits.where('subject', '=', id).execute()).toEqual([
      { verb: 'application.cancel', operator: 'ann', detail: { was: 'applying' } },
    ])
    const shown = await at('ann')('applications', 'show', id)
    expect(shown.rows).toMatchObject([
      { status: 'cancelled', payments: [{ state: 'released', making: '15', mailing: '5' }] },
    ])
    for (const hidden of ['Kiln Road', 'Wei', email]) expect(shown.said).not.toContain(hidden)
  })
})
