import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import * as application from '../../../src/contract/application.ts'
import type { Call } from '../../../src/contract/call.ts'
import { detail, openCard } from '../../../src/contract/card.ts'
import * as control from '../../../src/contract/card-control.ts'
import { renewal } from '../../../src/contract/card-renewal.ts'
import { approveChallenge } from '../../../src/contract/challenge.ts'
import { confirmTransfer, messages } from '../../../src/contract/message.ts'
import * as wallet from '../../../src/contract/wallet.ts'
import { planRenewal } from '../../../src/server/cards/renewals.ts'
import {
  type CardCall,
  type CardState,
  cardCalls,
  cardStates,
} from '../../../src/server/cards/states/card-states.ts'
import { codeFor, testPin } from '../../fixtures/account/customer.ts'
import {
  type Applicant,
  applicant,
  applied,
  everything,
  form,
  movedTo,
  payment,
  referenceOf,
} from '../../fixtures/cards/applicant.ts'
import {
  moneyOf,
  openedCard,
  posting,
  setStatus,
  startCardWorld,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'
import { asked } from '../../fixtures/cards/challenged.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { arrivedAtCard } from '../../fixtures/wallet/deposit-world.ts'
import { rateOfEther } from '../../fixtures/wallet/rated.ts'

// What is done with a card and its state decides on is data of the product; this is every pair of it.

const tested = throughout(startCardWorld)
beforeAll(async () => {
  await rateOfEther(tested.world.db)
})

const { convertToCardBalance, convertToMasterBalance, queryTransferIn } = wallet
const declared: Record<CardCall, Call> = {
  ...application,
  ...control,
  renewal,
  approveChallenge,
  convertToCardBalance,
  convertToMasterBalance,
  queryTransferIn,
  confirmTransfer,
}

/** A customer with a virtual card that holds money, and a physical one that has come. */
interface Holder extends Applicant {
  physicalId: string
  /** What each call is sent, all of it good. */
  inputs: Record<CardCall, Record<string, unknown>>
}

const rule = { threshold: '10', by: 'amount', amount: '20', dayMax: '100', monthMax: '100' }
const once = () => ({ pin: testPin, requestId: randomUUID() })

async function holder(): Promise<Holder> {
  const made = await applicant(tested, '5000')
  const { customer } = made
  const order = await movedTo(tested, made, 'approved', 'printing', 'shipped', 'delivered')
  const physicalId = order.physicalCardId ?? ''
  const card = await openedCard(tested, customer, { rechargeAmount: '100' })
  const who = { ...made, card }
  return { ...who, physicalId, inputs: await inputsOf(who, { physicalId, applicationId: order.id }) }
}

async function inputsOf(
  who: Applicant,
  { physicalId, applicationId }: { physicalId: string; applicationId: string },
): Promise<Holder['inputs']> {
  const { customer, card } = who
  const id = card.cardId
  const { activationCode } = tested.issuer.orders.get(await referenceOf(tested, applicationId)) ?? {}
  const activation = { id: physicalId, activationCode }
  const { activationTicket } = await tested.succeed(application.activateCard, activation, customer.token)
  const shown = await applied(tested, who)
  await planRenewal(tested.world.db, { cardId: id, expires: 'near', noticeSeconds: 86_400 })
  const code = await codeFor(tested, { email: customer.email, type: 'updateCardPhone' })
  return {
    activateCard: activation,
    cardActivation: { id: physicalId, activationTicket, cardPin: '2580' },
    updateCardPIN: { id: physicalId, cardPin: '7391', pin: testPin },
    updateCardPhone: { id, areaCode: '+852', phone: '61234567', code, pin: testPin },
    freeze: { id },
    unfreeze: { id },
    cardSecret: { id, pin: testPin, proof: randomUUID() },
    approveChallenge: { id: (await asked(tested, card, customer)).id, pin: testPin },
    rename: { id, nickname: 'Tea' },
    cardLimit: { id, set: { single: '20' } },
    cardRule: { id, set: { online: false } },
    lowBalance: { id, set: { below: '20' } },
    cardMerchants: { id, set: { merchant: 'Kiln & Co', isStopped: true } },
    autoRecharge: { id, set: { isOn: true, rule }, pin: testPin },
    renewal: { id, isWanted: false },
    queryTransferIn: { cardId: id, currency: 'USDT', chain: 'ERC20' },
    convertToCardBalance: { cardId: id, currency: 'USDT', amount: '20', ...once() },
    confirmTransfer: { ...(await arrival(who)), ...once() },
    convertToMasterBalance: { cardId: id, currency: 'USDT', amount: '1', ...once() },
    applyCard: form(who),
    payApply: payment(shown),
    closeCard: { id, ...once() },
    reportLost: { id, why: 'lost', replace: false, ...once() },
    replaceLost: { id },
  }
}

/** Another coin that came to the address of the card, and a quote for it. */
async function arrival({ customer: { userId, token }, card: { cardId } }: Applicant) {
  await arrivedAtCard(tested.world.db, { userId, cardId }, { amount: '1', currency: 'ETH' })
  const page = { pageSize: 1, page: 1, noticeType: 'cardTransfer' }
  const { list } = await tested.succeed(messages, page, token)
  const { quoteId } = await tested.succeed(wallet.quote, { from: 'ETH', to: 'USDT', amount: '1' }, token)
  return { id: list[0]?.id, quoteId }
}

/** Puts both cards into a state and nothing else; a debt is there already. */
async function put({ card, physicalId }: Holder, state: CardState) {
  for (const cardId of [card.cardId, physicalId])
    await setStatus(tested.world.db, { cardId }, state === 'negative' ? 'active' : state)
}

async function inState(state: CardState): Promise<Holder> {
  const who = await holder()
  if (state === 'negative') {
    await tellEvent(tested, 'clearing.posted', posting(who.card, '150.00', { final: true }))
  }
  await put(who, state)
  return who
}

const send = ({ customer }: Holder, call: CardCall, input: object) =>
  tested.send(declared[call], input, customer.token)

/** All that a refused call could have changed. */
async function all(who: Holder) {
  const { db } = tested.world
  const autoRecharges = await db
    .selectFrom('auto_recharges')
    .selectAll()
    .where('user_id', '=', who.customer.userId)
    .execute()
  return {
    ...(await everything(tested, who.customer)),
    money: await moneyOf(tested, who.customer, who.card),
    autoRecharges,
    asked: [...tested.issuer.calls],
  }
}

/** By which another card is made, for nobody who owes on one. */
const makingCalls: readonly CardCall[] = ['applyCard', 'payApply']

/** What a card is that has just this state: it may still be in use, or not yet. */
function refusalIn(state: CardState, call: CardCall) {
  if (state === 'negative' && makingCalls.includes(call)) return 'debt_unpaid'
  const isAlone = ['inactive', 'expired', 'lost', 'closed'].includes(state)
  return cardStates[state][call] ?? (isAlone ? null : cardStates.active[call])
}

// The ticket is used before another one makes it worthless.
const calls: CardCall[] = ['cardActivation', ...cardCalls.filter(call => call !== 'cardActivation')]

describe.each(Object.keys(cardStates) as CardState[])('a card that is %s', state => {
  const refused = calls.filter(call => refusalIn(state, call))
  const allowed = calls.filter(call => !refusalIn(state, call))

  test('refuses every call that the table does not allow, and changes nothing', async () => {
    const who = await inState(state)
    const { status } = await tested.succeed(detail, { id: who.card.cardId }, who.customer.token)
    expect(status).toBe(state)
    for (const call of refused) {
      const before = await all(who)
      expect(await send(who, call, who.inputs[call]), call).toMatchObject({ key: refusalIn(state, call) })
      expect(await all(who), call).toEqual(before)
    }
  })

  test('allows every other', async () => {
    const who = await inState(state)
    for (const call of allowed) {
      await put(who, state)
      expect(await send(who, call, who.inputs[call]), call).toMatchObject({ code: 1 })
    }
  })
})

test('a card that is opening is none yet: its id is denied by every call', async () => {
  const who = await inState('active')
  const input = { cardTypeId: 'celadon', ...once() }
  const { orderId } = await tested.succeed(openCard, input, who.customer.token)
  for (const call of cardCalls) {
    const { id, cardId, ...rest } = who.inputs[call]
    const named = cardId ? { cardId: orderId } : { id: orderId }
    expect(await send(who, call, { ...rest, ...named }), call).toMatchObject({ status: 403 })
  }
})
