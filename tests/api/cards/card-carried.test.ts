import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getCreateCardSuccess } from '../../../src/contract/card.ts'
import * as control from '../../../src/contract/card-control.ts'
import { askForAutoRecharge } from '../../../src/server/jobs/auto-recharge.ts'
import { type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { applicant, movedTo } from '../../fixtures/cards/applicant.ts'
import {
  ask,
  messagesOf,
  openedCard,
  question,
  readyCustomer,
  setStatus,
  shop,
  startCardWorld,
  workLater,
} from '../../fixtures/cards/cardholder.ts'
import { reportedLost } from '../../fixtures/cards/replaced.ts'
import { throughout } from '../../fixtures/throughout.ts'

// What its owner had set on a lost card, and finds on the one that stands in for it.

const tested = throughout(startCardWorld)

const rule = { threshold: '50', by: 'amount', amount: '100', dayMax: '300', monthMax: '1000' } as const

const shops = { gambling: false, games: false }

/** Sets all that can be set, the automatic recharge only when asked for. */
async function set(id: string, { token }: TestCustomer, { isAuto = false } = {}) {
  await tested.succeed(control.cardLimit, { id, set: { single: '40', day: '100', month: '500' } }, token)
  await tested.succeed(
    control.cardRule,
    { id, set: { atm: false, abroad: false, countries: ['US'], isSingleUse: true, shops } },
    token,
  )
  await tested.succeed(control.cardMerchants, { id, set: { merchant: 'Bog TV', isStopped: true } }, token)
  const cap = { merchant: 'Kiln Video', cap: '30' }
  await tested.succeed(control.cardMerchants, { id, set: cap }, token)
  await tested.succeed(control.cardMerchants, { id, set: { isOnlyThese: true } }, token)
  await tested.succeed(control.lowBalance, { id, set: { below: '25' } }, token)
  if (isAuto)
    await tested.succeed(control.autoRecharge, { id, set: { isOn: true, rule }, pin: testPin }, token)
}

/** All that is set on a card. */
async function settingsOf(id: string, { token }: TestCustomer) {
  const limits = await tested.succeed(control.cardLimit, { id }, token)
  const { list, isOnlyThese } = await tested.succeed(control.cardMerchants, { id }, token)
  const { isOn, rule } = await tested.succeed(control.autoRecharge, { id }, token)
  return {
    limits: limits.map(({ own }) => own),
    rules: await tested.succeed(control.cardRule, { id }, token),
    stopped: list.filter(({ isStopped }) => isStopped).map(({ merchant }) => merchant),
    isOnlyThese,
    caps: list.flatMap(({ merchant, cap }) => (cap ? [`${merchant} ${cap.amount}`] : [])),
    low: await tested.succeed(control.lowBalance, { id }, token),
    auto: { isOn, rule },
  }
}

const asSet = {
  limits: ['40', '100', '500'],
  rules: {
    ...{ online: true, contactless: true, atm: false, abroad: false, countries: ['US'], isSingleUse: true },
    shops: { gambling: false, adult: true, alcohol: true, money: true, games: false, travel: true },
    gamblingFrom: null,
  },
  stopped: ['Bog TV'],
  isOnlyThese: true,
  caps: ['Kiln Video 30'],
  low: { below: '25' },
  auto: { isOn: false, rule: null },
}

const lose = (cardId: string, owner: TestCustomer) => reportedLost(tested, owner, { cardId })

/** The card that an order has become. */
async function openedBy(orderId: string, { token }: TestCustomer) {
  const { status, id = '' } = await tested.succeed(getCreateCardSuccess, { orderId }, token)
  expect(status).toBe('success')
  return await tested.world.db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

const carriedTo = async (owner: TestCustomer) =>
  (await messagesOf(tested, owner))
    .filter(({ params }) => params.status?.startsWith('carried'))
    .map(({ params, action }) => ({ params, action }))

describe('a card in place of a lost one', () => {
  test('of which nothing was set is told nothing of', async () => {
    const owner = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, owner)
    const orderId = await lose(cardId, owner)
    await workLater(tested)
    const card = await openedBy(orderId, owner)
    expect(await settingsOf(card.id, owner)).toMatchObject({ limits: [null, null, null], stopped: [] })
    expect(await carriedTo(owner)).toEqual([])
  })

  test('does not recharge itself before its owner says so again', async () => {
    const owner = await readyCustomer(tested, '1000')
    const { cardId } = await openedCard(tested, owner, { rechargeAmount: '60' })
    await set(cardId, owner, { isAuto: true })
    const orderId = await lose(cardId, owner)
    await workLater(tested)
    const card = await openedBy(orderId, owner)
    expect(await settingsOf(card.id, owner)).toEqual({ ...asSet, auto: { isOn: false, rule } })
    await askForAutoRecharge(tested.world.db, { card, cause: randomUUID() })
    await workLater(tested)
    const recharges = tested.world.db.selectFrom('recharges').selectAll().where('card_id', '=', card.id)
    expect(await recharges.execute()).toEqual([])
    expect(await carriedTo(owner)).toEqual([
      {
        params: { status: 'carriedAuto', last4: card.last4 },
        action: `/pages/cardDetail/cardDetail?id=${card.id}&open=auto`,
      },
    ])
    await tested.succeed(
      control.autoRecharge,
      { id: card.id, set: { isOn: true }, pin: testPin },
      owner.token,
    )
  })

  test.each(['does it and is not heard', 'does nothing and is not heard'] as const)(
    'is set as that was, though the issuer %s',
    async mood => {
      const owner = await readyCustomer(tested, '100')
      const { cardId } = await openedCard(tested, owner)
      await set(cardId, owner)
      tested.issuer.behaveAt('createCard', mood)
      const orderId = await lose(cardId, owner)
      await tested.work()
      expect(await carriedTo(owner)).toEqual([])
      await workLater(tested)
      const card = await openedBy(orderId, owner)
      expect(await settingsOf(card.id, owner)).toEqual(asSet)
      const asked = question({ issuerCardId: card.issuer_card_id }, { merchant: { ...shop, name: 'Bog TV' } })
      expect(await ask(tested, asked)).toMatchObject({ decision: 'declined', reason: 'merchant_stopped' })
      await workLater(tested)
      expect(await carriedTo(owner)).toEqual([
        {
          params: { status: 'carried', last4: card.last4 },
          action: `/pages/cardDetail/cardDetail?id=${card.id}`,
        },
      ])
    },
  )

  test('has the phone that its owner gave the lost one', async () => {
    const owner = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, owner)
    const phone = { area_code: '+49', phone: '15112345678' }
    await tested.world.db.updateTable('cards').set(phone).where('id', '=', cardId).execute()
    const orderId = await lose(cardId, owner)
    await workLater(tested)
    expect(await openedBy(orderId, owner)).toMatchObject(phone)
    expect(tested.issuer.cards.get(orderId)?.phone).toBe('+4915112345678')
  })
})

describe('a physical card in place of a lost one', () => {
  test.each(['inactive', 'active'] as const)('that was %s is set as that was', async status => {
    const who = await applicant(tested)
    const { customer } = who
    const { physicalCardId: lostId } = await movedTo(
      tested,
      who,
      'approved',
      'printing',
      'shipped',
      'delivered',
    )
    await setStatus(tested.world.db, { cardId: lostId ?? '' }, status)
    await set(lostId ?? '', customer)
    await lose(lostId ?? '', customer)
    const { physicalCardId } = await movedTo(tested, who, 'approved', 'printing')
    expect(physicalCardId).not.toBe(lostId)
    expect(await settingsOf(physicalCardId ?? '', customer)).toEqual(asSet)
    expect(await carriedTo(customer)).toMatchObject([{ params: { status: 'carried' } }])
  })

  test('is not set as one that its owner closed, nor as the virtual one', async () => {
    const who = await applicant(tested)
    const { customer, card } = who
    await set(card.cardId, customer)
    const { physicalCardId: closedId } = await movedTo(tested, who, 'approved', 'printing')
    await set(closedId ?? '', customer)
    const input = { id: closedId, pin: testPin, requestId: randomUUID() }
    await tested.succeed(control.closeCard, input, customer.token)
    const { physicalCardId } = await movedTo(tested, who, 'approved', 'printing')
    const { limits, stopped } = await settingsOf(physicalCardId ?? '', customer)
    expect([...limits, ...stopped]).toEqual([null, null, null])
    expect(await carriedTo(customer)).toEqual([])
  })
})
