import { randomInt } from 'node:crypto'
import { found, Refusal } from '../refusal.ts'
import { confirmedCardholder } from './cardholders.ts'
import { expiresOf, monthAhead } from './expiry.ts'
import type { OrderDesk } from './orders.ts'
import { newNumber, type Product, productOf } from './products.ts'
import {
  type Address,
  type Card,
  type Cardholder,
  type Freezer,
  inState,
  type Nearness,
  newId,
  type Rows,
} from './rows.ts'

interface AnyCardRequest {
  reference: string
  productId: string
  /** Somebody who was confirmed on the issuer's own page; some products need it. */
  cardholderId?: string | undefined
  /** A card that is closed, which this one stands in for. */
  replacesCardId?: string | undefined
}

export interface VirtualCardRequest extends AnyCardRequest {
  budgetId: string
  cardholder: Cardholder
}

export interface PhysicalCardRequest extends AnyCardRequest {
  parentCardId: string
  embossName: string
  address: Address
}

/** What the issuer tells of a card. */
export interface CardView {
  id: string
  reference: string
  last4: string
  state: Card['state']
  since: string
  frozenBy?: Freezer[]
  expires: Nearness
  form: Card['form']
  isActivated: boolean
  orderId?: string
}

interface Desk {
  rows: Rows
  orders: OrderDesk
}

/** Budgets and cards. Every call runs inside one write of the store. */
export function cardDesk(desk: Desk) {
  return {
    openBudget: (request: { reference: string }) => openBudget(desk, request),
    createVirtual: (request: VirtualCardRequest) => createVirtual(desk, request),
    createPhysical: (request: PhysicalCardRequest) => createPhysical(desk, request),
    view: (card: Card) => view(desk, card),
    setState: (id: string, state: Card['state'], by?: Freezer) => setState(desk, id, { state, by }),
    report: (id: string, why: 'lost' | 'stolen') => report(desk, id, why),
    setPhone: (id: string, phone: string) => setPhone(desk, id, phone),
  }
}

export type CardDesk = ReturnType<typeof cardDesk>

function openBudget({ rows }: Desk, { reference }: { reference: string }) {
  const open = rows.budgets.all().find(budget => budget.reference === reference)
  const budget = open ?? { id: newId('bud'), reference }
  rows.budgets.put(budget.id, budget)
  return { id: budget.id }
}

function createVirtual(desk: Desk, request: VirtualCardRequest): CardView {
  const { budgetId, cardholder } = request
  if (!desk.rows.budgets.get(budgetId)) throw new Refusal(422, 'budget_unknown', 'There is no such budget.')
  const product = productFor(request, 'virtual')
  const card = newCard(desk, product, { ...request, budgetId, cardholder })
  desk.rows.cards.put(card.id, card)
  return view(desk, card)
}

function createPhysical(desk: Desk, request: PhysicalCardRequest): CardView {
  const { parentCardId, embossName, address } = request
  const parent = desk.rows.cards.get(parentCardId)
  if (parent?.form !== 'virtual') throw new Refusal(422, 'parent_unknown', 'There is no such virtual card.')
  refuseOver(parent)
  const product = productFor(request, 'physical')
  const { budgetId, cardholder } = parent
  const card = {
    ...newCard(desk, product, { ...request, budgetId, cardholder }),
    isActivated: false,
    parentCardId,
    embossName,
  }
  desk.rows.cards.put(card.id, card)
  desk.orders.place(card, address)
  return view(desk, card)
}

function productFor({ productId }: AnyCardRequest, form: Card['form']): Product {
  const product = productOf(productId)
  if (product.form === form) return product
  throw new Refusal(422, 'product_unknown', `${productId} is not a ${form} card.`)
}

function newCard(
  { rows }: Desk,
  product: Product,
  request: AnyCardRequest & { budgetId: string; cardholder: Cardholder },
): Card {
  const { reference, budgetId, cardholder, cardholderId, replacesCardId } = request
  if (replacesCardId !== undefined && rows.cards.get(replacesCardId)?.state !== 'closed') {
    throw new Refusal(422, 'replaced_card_not_closed', 'Only a closed card is replaced.')
  }
  const hosted = confirmedCardholder(rows, { product, cardholderId })
  const number = newNumber(product)
  return {
    id: newId('card'),
    reference,
    budgetId,
    productId: product.id,
    form: product.form,
    state: 'active',
    number,
    last4: number.slice(-4),
    expiry: monthAhead(12 * product.years),
    securityCode: newSecurityCode(),
    cardholder: { ...cardholder, ...hosted },
    pin: null,
    isActivated: true,
    createdAt: new Date().toISOString(),
    ...(cardholderId !== undefined && { cardholderId }),
    ...(replacesCardId !== undefined && { replacesCardId }),
  }
}

function view({ orders }: Desk, card: Card): CardView {
  const { id, reference, last4, state, changedAt: since = card.createdAt, frozenBy, form, isActivated } = card
  const order = orders.ofCard(id)
  return {
    ...{ id, reference, last4, state, since, expires: expiresOf(card), form, isActivated },
    ...(state === 'frozen' && frozenBy && { frozenBy }),
    ...(order && { orderId: order.id }),
  }
}

function setState(
  desk: Desk,
  id: string,
  { state, by }: { state: Card['state']; by: Freezer | undefined },
): CardView {
  const card = found(desk.rows.cards.get(id), 'card')
  if (state !== 'closed') refuseOver(card)
  const { frozenBy: earlier, ...changed } = inState(card, state)
  if (state === 'frozen') Object.assign(changed, freezers(card.state === 'frozen' ? earlier : [], by))
  desk.rows.cards.put(id, changed)
  return view(desk, changed)
}

function freezers(earlier: Freezer[] | undefined, by: Freezer | undefined): Pick<Card, 'frozenBy'> {
  return earlier && by ? { frozenBy: [...new Set([...earlier, by])] } : {}
}

/** Closes a card that is lost or stolen, for good. A report comes too for a card that is closed already. */
function report(desk: Desk, id: string, why: 'lost' | 'stolen'): CardView {
  const card = { ...inState(found(desk.rows.cards.get(id), 'card'), 'closed'), reportedAs: why }
  desk.rows.cards.put(id, card)
  return view(desk, card)
}

function setPhone(desk: Desk, id: string, phone: string): CardView {
  const card = found(desk.rows.cards.get(id), 'card')
  refuseOver(card)
  if (!productOf(card.productId).changesPhone) {
    throw new Refusal(422, 'cardholder_fixed', 'The cardholder of this product cannot be changed.')
  }
  if (!/^\+\d{6,15}$/.test(phone)) throw new Refusal(422, 'phone_invalid', 'This is not a phone number.')
  desk.rows.cards.put(id, { ...card, cardholder: { ...card.cardholder, phone } })
  return view(desk, card)
}

/** True of a card that pays nothing any more. */
export function isOver({ state }: Card): boolean {
  return state === 'closed' || state === 'expired'
}

/** Throws when nothing can be done with a card any more. */
export function refuseOver(card: Card) {
  if (isOver(card)) throw new Refusal(422, 'card_closed', `A card that is ${card.state} stays so.`)
}

/** Three digits, others than the earlier ones. */
export function newSecurityCode(earlier?: string): string {
  const code = String(randomInt(1000)).padStart(3, '0')
  return code === earlier ? newSecurityCode(earlier) : code
}
