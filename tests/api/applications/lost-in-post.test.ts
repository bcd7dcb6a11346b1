import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as contract from '../../../src/contract/application.ts'
import { userBill } from '../../../src/contract/bill.ts'
import * as control from '../../../src/contract/card-control.ts'
import type { OrderState } from '../../../src/server/cards/issuer.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import {
  type Applicant,
  applicant,
  applied,
  form,
  move,
  movedTo,
  ordered,
  payment,
  resultOf,
} from '../../fixtures/cards/applicant.ts'
import { moneyOf, setStatus, startCardWorld, tellEvent, workLater } from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'

// A card that is lost or closed before it was activated: its application is over, and another may be asked for.

const tested = throughout(startCardWorld)

const [making, mailing] = [15_000_000n, 5_000_000n]
const way: OrderState[] = ['approved', 'printing', 'shipped']

async function lose({ customer }: Applicant, { physicalCardId }: contract.Application, why = 'lost') {
  const input = { id: physicalCardId, why, replace: true, pin: testPin, requestId: randomUUID() }
  return await tested.succeed(control.reportLost, input, customer.token)
}
const walletOf = async ({ customer }: Applicant) => {
  const { wallet, walletHeld } = await moneyOf(tested, customer)
  return { wallet, walletHeld }
}
const pay = (who: Applicant, shown: contract.Application) =>
  tested.succeed(contract.payApply, payment(shown), who.customer.token)

/** Applied for again and carried on to its owner's door. */
async function again(who: Applicant, fields = {}) {
  const shown = await applied(tested, who, fields)
  await pay(who, shown)
  await tested.work()
  for (const state of way) await move(tested, shown.id, state)
  return { asked: shown, made: await resultOf(tested, who, shown.id) }
}

describe('a card that is lost before it was activated', () => {
  test.each<[string, OrderState[]]>([
    ['on its way', way],
    ['when it came back to us', [...way, 'returned']],
    ['though it is said to have arrived', [...way, 'delivered']],
  ])('%s is made again for free: its owner pays for mailing alone', async (_, states) => {
    const who = await applicant(tested)
    const before = await walletOf(who)
    const first = await movedTo(tested, who, ...states)
    const lost = await lose(who, first, 'stolen')
    expect(lost).toMatchObject({ card: { status: 'lost' }, orderId: null })
    const over = await resultOf(tested, who, first.id)
    expect(over).toMatchObject({ status: 'ended', reason: 'stolen', can: ['replace'], total: '20' })
    expect(over.endTime).not.toBeNull()
    expect(await walletOf(who)).toEqual({ wallet: before.wallet - making - mailing, walletHeld: 0n })

    const { asked, made } = await again(who)
    expect(asked).toMatchObject({ isReplacement: true, makingFee: '0', mailingFee: '5', total: '5' })
    expect(made).toMatchObject({ status: 'shipped', isReplacement: true, makingFee: '0', total: '5' })
    expect(made.id).not.toBe(first.id)
    expect(made.physicalCardId).not.toBe(first.physicalCardId)
    expect(await walletOf(who)).toEqual({ wallet: before.wallet - making - 2n * mailing, walletHeld: 0n })
    const { list } = await tested.succeed(userBill, { pageSize: 1, page: 1 }, who.customer.token)
    expect(list).toMatchObject([
      { type: 'fee', amount: '-5', status: 'done', remark: { fee: 'mailingFee', last4: expect.any(String) } },
    ])
    expect(await resultOf(tested, who, first.id)).toMatchObject({ status: 'ended', can: [] })
  })

  test('is made again for free once in a row', async () => {
    const who = await applicant(tested)
    await lose(who, await movedTo(tested, who, ...way))
    const second = await again(who)
    await lose(who, second.made)
    expect(await resultOf(tested, who, second.made.id)).toMatchObject({ status: 'ended', can: [] })
    expect(await applied(tested, who)).toMatchObject({ isReplacement: false, total: '20' })
  })

  test('is made again for free when the first try came to nothing', async () => {
    const who = await applicant(tested)
    await lose(who, await movedTo(tested, who, ...way))
    const { id } = await applied(tested, who)
    await tested.succeed(contract.cancelPayApply, { id }, who.customer.token)
    const refused = await ordered(tested, who)
    await move(tested, refused.id, 'refused')
    const draft = await tested.succeed(contract.restartApplyCard, { id: refused.id }, who.customer.token)
    expect(draft).toMatchObject({ status: 'draft', isReplacement: true, makingFee: '0' })
    expect(await applied(tested, who, { id: draft.id })).toMatchObject({ total: '5' })
  })

  test('is replaced for free by its own kind only, and what it costs is asked for anew', async () => {
    const who = await applicant(tested)
    await lose(who, await movedTo(tested, who, ...way))
    const metal = { cardTypeId: 'tenmoku', material: 'metal' }
    const dear = await applied(tested, who, metal)
    expect(dear).toMatchObject({ isReplacement: false, total: '105' })
    const own = await applied(tested, who, { id: dear.id })
    expect(own).toMatchObject({ isReplacement: true, total: '5' })
    const answer = await tested.send(contract.payApply, payment(dear), who.customer.token)
    expect(answer).toMatchObject({ key: 'quote_expired', data: { total: '5' } })
    await tested.world.db
      .updateTable('applications')
      .set({ quoted_at: new Date(0) })
      .where('id', '=', own.id)
      .execute()
    expect(await pay(who, own)).toMatchObject({ status: 'applying', total: '5' })
  })

  test('hears nothing more of its order', async () => {
    const who = await applicant(tested)
    const { id } = await movedTo(tested, who, ...way)
    await lose(who, await resultOf(tested, who, id))
    for (const state of ['returned', 'printing', 'shipped', 'delivered'] as const) {
      await move(tested, id, state)
      expect((await resultOf(tested, who, id)).status).toBe('ended')
    }
  })

  test('is not mailed again, and that fee comes back', async () => {
    const who = await applicant(tested)
    const back = await movedTo(tested, who, ...way, 'returned')
    const before = await walletOf(who)
    await pay(who, back)
    await lose(who, back)
    tested.issuer.calls.length = 0
    await tested.work()
    expect(tested.issuer.calls).not.toContain('remail')
    expect(await walletOf(who)).toEqual(before)
    expect((await resultOf(tested, who, back.id)).status).toBe('ended')
  })

  test.each([
    ['does it and is not heard', mailing],
    ['does nothing and is not heard', mailing],
    ['declines', 0n],
  ] as const)(
    'after the issuer was asked to mail it again costs what the issuer says: it %s',
    async (mood, costs) => {
      const who = await applicant(tested)
      const back = await movedTo(tested, who, ...way, 'returned')
      const before = await walletOf(who)
      tested.issuer.behaveAt('remail', 'does nothing and is not heard')
      await pay(who, back)
      await tested.work()
      await lose(who, back)
      tested.issuer.behaveAt('remail', mood)
      for (let time = 0; time < 3; time++) await workLater(tested)
      expect(await walletOf(who)).toEqual({ wallet: before.wallet - costs, walletHeld: 0n })
      expect((await resultOf(tested, who, back.id)).status).toBe('ended')
    },
  )
})

describe('a card that is closed before it was activated', () => {
  test.each(['its owner', 'the issuer'])(
    'by %s makes room for another, which costs what it costs',
    async by => {
      const who = await applicant(tested)
      const back = await movedTo(tested, who, ...way, 'returned')
      if (by === 'its owner') {
        const input = { id: back.physicalCardId, pin: testPin, requestId: randomUUID() }
        await tested.succeed(control.closeCard, input, who.customer.token)
      } else {
        const { issuer_card_id: cardId } = await tested.world.db
          .selectFrom('cards')
          .select('issuer_card_id')
          .where('id', '=', back.physicalCardId)
          .executeTakeFirstOrThrow()
        await tellEvent(tested, 'card.updated', { cardId, state: 'closed' })
      }
      const over = await resultOf(tested, who, back.id)
      expect(over).toMatchObject({ status: 'ended', reason: 'closed', can: [] })
      expect(await applied(tested, who)).toMatchObject({
        status: 'wait_pay',
        isReplacement: false,
        total: '20',
      })
    },
  )
})

test('a card in use that is lost leaves its application as it is: another costs what it costs', async () => {
  const who = await applicant(tested)
  const arrived = await movedTo(tested, who, ...way, 'delivered')
  await setStatus(tested.world.db, { cardId: arrived.physicalCardId ?? '' }, 'active')
  await lose(who, arrived)
  expect((await resultOf(tested, who, arrived.id)).status).toBe('success')
  expect(await applied(tested, who, form(who))).toMatchObject({ isReplacement: false, total: '20' })
})
