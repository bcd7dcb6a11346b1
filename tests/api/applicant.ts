import { randomUUID } from 'node:crypto'
import { saveAddress } from '../../src/contract/address.ts'
import * as contract from '../../src/contract/application.ts'
import type { OrderState } from '../../src/server/cards/issuer.ts'
import type { TestWorld } from '../world.ts'
import { type CardWorld, openedCard, readyCustomer, type TestCard, tellEvent } from './cardholder.ts'
import { type TestCustomer, testPin } from './customer.ts'

/** A customer with a virtual card and an address to be mailed to. */
export interface Applicant {
  customer: TestCustomer
  card: TestCard
  addressId: string
}

export const home = {
  country: 'CN',
  state: '广东省',
  city: '深圳市 南山区',
  address: 'Kiln Road 1',
  zipCode: '518000',
  recipient: 'Wei Lin',
  email: 'wei@mail.test',
  areaCode: '+86',
  phone: '13800138000',
  isDefault: true,
}
export const abroad = {
  ...home,
  country: 'DE',
  state: '',
  city: 'Meissen',
  address: 'Talstrasse 9',
  zipCode: '01662',
}

export async function applicant(tested: TestWorld, usdt = '500'): Promise<Applicant> {
  const customer = await readyCustomer(tested, usdt)
  return await anotherCard(tested, customer)
}

/** The same customer with one more virtual card; the address is the same one. */
export async function anotherCard(tested: TestWorld, customer: TestCustomer): Promise<Applicant> {
  const card = await openedCard(tested, customer)
  const { _id } = await tested.succeed(saveAddress, home, customer.token)
  return { customer, card, addressId: _id }
}

/** What is filled in. */
export function form({ card, addressId }: Applicant, fields: Record<string, unknown> = {}) {
  const plain = { cardTypeId: 'celadon-physical', material: 'regular', embossName: 'Wei Lin' }
  return { cardId: card.cardId, addressId, ...plain, ...fields }
}

export async function applied(
  tested: TestWorld,
  who: Applicant,
  fields: Record<string, unknown> = {},
): Promise<contract.Application> {
  return await tested.succeed(contract.applyCard, form(who, fields), who.customer.token)
}

export function payment({ id, total }: contract.Application, fields: Record<string, unknown> = {}) {
  return { id, total, pin: testPin, requestId: randomUUID(), ...fields }
}

/** Filled in and paid for; the issuer has not been asked yet. */
export async function paid(tested: TestWorld, who: Applicant): Promise<contract.Application> {
  return await tested.succeed(contract.payApply, payment(await applied(tested, who)), who.customer.token)
}

/** Paid for and taken by the issuer. */
export async function ordered(tested: TestWorld, who: Applicant): Promise<contract.Application> {
  const { id } = await paid(tested, who)
  await tested.work()
  return await resultOf(tested, who, id)
}

export async function resultOf(tested: TestWorld, { customer }: Applicant, id: string) {
  return await tested.succeed(contract.applyResult, { id }, customer.token)
}

/** What the issuer calls an application: its newest payment for making. */
export async function referenceOf({ world }: TestWorld, id: string): Promise<string> {
  const row = await world.db
    .selectFrom('application_payments')
    .select('id')
    .where('application_id', '=', id)
    .where('kind', '=', 'making')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Moves the order on at the issuer, which tells of nothing. */
export async function moveSilently(tested: CardWorld, id: string, state: OrderState, reason?: string) {
  return tested.issuer.move(await referenceOf(tested, id), state, reason)
}

/** Moves the order on and tells of it, as the issuer does. */
export async function move(tested: CardWorld, id: string, state: OrderState, reason?: string) {
  await tellOrder(tested, await moveSilently(tested, id, state, reason))
}

export async function tellOrder(tested: TestWorld, order: ReturnType<CardWorld['issuer']['move']>) {
  const { issuerOrderId: orderId, issuerCardId: cardId, reference, version, reason, tracking } = order
  await tellEvent(tested, `order.${order.state}`, {
    orderId,
    cardId,
    reference,
    version,
    ...(reason && { reason }),
    ...(tracking && { tracking }),
  })
}

/** Ordered, and moved on through these states. */
export async function movedTo(tested: CardWorld, who: Applicant, ...states: OrderState[]) {
  const { id } = await ordered(tested, who)
  for (const state of states) await move(tested, id, state)
  return await resultOf(tested, who, id)
}

/** The cardholder says yes on the issuer's own page. */
export function confirmAtIssuer({ issuer }: CardWorld, cardHolderId: string, state: 'confirmed' | 'refused') {
  const row = issuer.cardholders.get(cardHolderId)
  if (!row) throw new Error('no session')
  row.state = state
}

/** Everything that is kept about a customer's applications and money. */
export async function everything({ world: { db } }: TestWorld, { userId }: TestCustomer) {
  const applications = await db
    .selectFrom('applications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const ids = applications.map(({ id }) => id)
  const payments = await db
    .selectFrom('application_payments')
    .selectAll()
    .where('application_id', 'in', [...ids, randomUUID()])
    .orderBy('id')
    .execute()
  const bills = await db.selectFrom('bills').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  const cards = await db.selectFrom('cards').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  const messages = await db
    .selectFrom('messages')
    .select('event_key')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return { applications, payments, bills, cards, messages }
}
