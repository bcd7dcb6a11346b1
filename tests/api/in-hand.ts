import { expect } from 'vitest'
import * as contract from '../../src/contract/application.ts'
import { detail } from '../../src/contract/card.ts'
import { messages } from '../../src/contract/message.ts'
import { applicant, movedTo, referenceOf } from './applicant.ts'
import { type CardWorld, startCardWorld } from './cardholder.ts'
import type { TestCustomer } from './customer.ts'

export let tested: CardWorld

/** Opens the world: once for a file, before its tests. */
export async function begin() {
  tested = await startCardWorld()
}

export interface InHand {
  customer: TestCustomer
  id: string
  issuerCardId: string
  code: string
  applicationId: string
  who: Awaited<ReturnType<typeof applicant>>
}

/** A physical card that has come with its letter. */
export async function inHand(...states: ('delivered' | 'shipped')[]): Promise<InHand> {
  const who = await applicant(tested)
  const shown = await movedTo(tested, who, 'approved', 'printing', 'shipped', ...states)
  const order = tested.issuer.orders.get(await referenceOf(tested, shown.id))
  return {
    who,
    customer: who.customer,
    id: shown.physicalCardId ?? '',
    issuerCardId: order?.issuerCardId ?? '',
    code: order?.activationCode ?? '',
    applicationId: shown.id,
  }
}

export const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
export const ticketOf = async (hand: InHand) =>
  (
    await tested.succeed(
      contract.activateCard,
      { id: hand.id, activationCode: hand.code },
      hand.customer.token,
    )
  ).activationTicket

export const finish = ({ id, customer }: InHand, activationTicket: string, cardPin = '2580') =>
  tested.send(contract.cardActivation, { id, activationTicket, cardPin }, customer.token)

export const statusOf = async ({ id, customer }: InHand) =>
  (await tested.succeed(detail, { id }, customer.token)).status

export const told = async ({ customer }: InHand, noticeType: string) =>
  (await tested.succeed(messages, { pageSize: 100, page: 1, noticeType }, customer.token)).list

export const issued = ({ issuerCardId }: InHand) =>
  [...tested.issuer.cards.values()].find(card => card.issuerCardId === issuerCardId)

export async function activated(): Promise<InHand> {
  const hand = await inHand('delivered')
  expect(await finish(hand, await ticketOf(hand))).toMatchObject({ code: 1 })
  return hand
}
