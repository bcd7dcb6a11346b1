import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as contract from '../../../src/contract/application.ts'
import type { Issuer, OrderState } from '../../../src/server/cards/issuer.ts'
import { followAll } from '../../../src/server/jobs/follow-orders.ts'
import {
  type Applicant,
  applicant,
  applied,
  everything,
  payment,
  resultOf,
  tellOrder,
} from '../../fixtures/cards/applicant.ts'
import { moneyOf, startCardWorld, workLater } from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'

// Three in ten answers of the issuer are lost or a no, its events come late or never, customers cancel and begin anew.

const tested = throughout(startCardWorld)

/** The same numbers for the same seed. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const next = numbersFrom(20_261_122)
const asked: (keyof Issuer)[] = ['createPhysicalCard', 'cancelOrder', 'orderOf', 'remail']
const silences = ['does it and is not heard', 'does nothing and is not heard'] as const
const ways: Partial<Record<OrderState, OrderState[]>> = {
  received: ['approved', 'approved', 'approved', 'approved', 'refused'],
  approved: ['printing', 'printing', 'printing', 'printing', 'refused'],
  printing: ['shipped'],
  shipped: ['delivered', 'returned', 'delivered'],
}

/** What a customer does with an application as they find it. */
async function act(who: Applicant, id: string) {
  const { token } = who.customer
  const shown = await resultOf(tested, who, id)
  const can = shown.can.filter(word => word !== 'edit')
  const what = can[next(can.length * 2)]
  if (what === 'pay') await tested.send(contract.payApply, payment(shown), token)
  if (what === 'cancel' && next(6) === 0) await tested.send(contract.cancelPayApply, { id }, token)
  if (what === 'finish') await tested.send(contract.finishApply, { id }, token)
  if (what === 'restart') {
    await tested.send(contract.restartApplyCard, { id }, token)
    await applied(tested, who, { id })
  }
}

/** The issuer moves an order on, and tells of it six times in ten. */
async function advance() {
  const orders = [...tested.issuer.orders.values()]
  const order = orders[next(orders.length)]
  const states = order && ways[order.state]
  const to = states?.[next(states.length)]
  if (!order || !to) return
  const moved = { ...tested.issuer.move(order.reference, to) }
  if (next(10) < 6) await tellOrder(tested, moved)
}

describe('a storm', () => {
  test('leaves as many cards as charges, no hold behind, and every application where its order is', async () => {
    const everybody: { who: Applicant; id: string }[] = []
    for (let count = 0; count < 12; count++) {
      const who = await applicant(tested)
      everybody.push({ who, id: (await applied(tested, who)).id })
    }
    for (let step = 0; step < 300; step++) {
      const call = asked[next(asked.length)] as keyof Issuer
      // Once it may have made a card it does not say no any more.
      const isNo = call !== 'createPhysicalCard' && next(6) === 0
      const mood = isNo ? 'declines' : (silences[next(2)] as (typeof silences)[number])
      if (next(10) < 3) tested.issuer.behaveAt(call, mood)
      const { who, id } = everybody[next(everybody.length)] as (typeof everybody)[number]
      await Promise.all([act(who, id), advance(), next(4) === 0 ? workLater(tested) : tested.work()])
    }
    // The wind drops: what was not heard is asked until it is.
    for (let round = 0; round < 40; round++) {
      await followAll(tested.world)
      await workLater(tested)
    }
    const ends = new Set<string>()
    for (const { who, id } of everybody) {
      const { payments, cards } = await everything(tested, who.customer)
      const made = cards.filter(({ parent_card_id }) => parent_card_id !== null)
      const charged = payments.filter(({ kind, state }) => kind === 'making' && state === 'charged')
      expect(made).toHaveLength(charged.length)
      expect(charged.length).toBeLessThanOrEqual(1)
      const paidMinor = payments
        .filter(({ state }) => state === 'charged')
        .reduce((sum, payment) => sum + payment.making_fee_minor + payment.mailing_fee_minor, 0n)
      const held = payments.filter(({ state }) => state === 'held')
      const { status } = await resultOf(tested, who, id)
      ends.add(status)
      const money = await moneyOf(tested, who.customer)
      expect(money.wallet).toBe(495_000_000n - paidMinor)
      expect(money.walletHeld).toBe(
        held.reduce((sum, each) => sum + each.making_fee_minor + each.mailing_fee_minor, 0n),
      )
      // Only what waits for the issuer's own decision is still held.
      expect(held.length).toBe(status === 'applying' || (status === 'making' && made.length === 0) ? 1 : 0)
      expect(status).not.toBe('cancelling')
    }
    expect(ends.size).toBeGreaterThan(1)
    const orders = [...tested.issuer.orders.values()]
    const printed = orders.filter(({ state }) =>
      ['printing', 'shipped', 'delivered', 'returned'].includes(state),
    )
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from cards where parent_card_id is not null`.execute(tested.world.db)
    expect(Number(rows[0]?.count)).toBe(printed.length)
    expect(printed.length).toBeGreaterThan(0)
  }, 180_000)
})
