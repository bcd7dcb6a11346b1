import { randomInt } from 'node:crypto'
import { found, Refusal } from '../refusal.ts'
import { newNumber, products } from './products.ts'
import { type Card, type Cardholder, newId, type Order, type Rows } from './rows.ts'
import type { Webhooks } from './webhooks.ts'

export interface CardRequest {
  reference: string
  budgetId: string
  productId: string
  cardholder: Cardholder
  /** Must agree with the product's form where it is given. */
  form?: Card['form'] | undefined
}

/** What the issuer tells of a card. */
export interface CardView {
  id: string
  last4: string
  state: Card['state']
  form: Card['form']
  orderId?: string
}

interface Desk {
  rows: Rows
  webhooks: Webhooks
}

/** Budgets, cards and the orders of physical cards. Every call runs inside one write of the store. */
export function cardDesk(desk: Desk) {
  return {
    openBudget: (request: { reference: string }) => openBudget(desk, request),
    create: (request: CardRequest) => create(desk, request),
    view: (card: Card) => view(desk, card),
    setState: (id: string, state: Card['state']) => setState(desk, id, state),
    activate: (id: string, code: string) => activate(desk, id, code),
    setPin: (id: string, pin: string) => setPin(desk, id, pin),
    advance: (orderId: string, to?: Order['state']) => advance(desk, orderId, to),
  }
}

function openBudget(desk: Desk, { reference }: { reference: string }) {
  const open = desk.rows.budgets.all().find(budget => budget.reference === reference)
  const budget = open ?? { id: newId('bud'), reference }
  desk.rows.budgets.put(budget.id, budget)
  return { id: budget.id }
}

function create(desk: Desk, { reference, budgetId, productId, cardholder, form }: CardRequest): CardView {
  if (!desk.rows.budgets.get(budgetId)) throw new Refusal(422, 'budget_unknown', 'There is no such budget.')
  const product = products.find(({ id }) => id === productId)
  if (!product) throw new Refusal(422, 'product_unknown', 'There is no such product.')
  if (form !== undefined && form !== product.form) {
    throw new Refusal(422, 'product_unknown', `${productId} is not a ${form} card.`)
  }
  const number = newNumber(product)
  const card: Card = {
    id: newId('card'),
    reference,
    budgetId,
    productId,
    form: product.form,
    state: 'active',
    number,
    last4: number.slice(-4),
    expiry: expiryIn(product.years),
    securityCode: String(randomInt(1000)).padStart(3, '0'),
    cardholder,
    pin: null,
    isActivated: product.form === 'virtual',
    createdAt: new Date().toISOString(),
  }
  desk.rows.cards.put(card.id, card)
  if (card.form === 'physical') order(desk, card)
  return view(desk, card)
}

function order(desk: Desk, card: Card) {
  const id = newId('ord')
  const activationCode = String(randomInt(1_000_000)).padStart(6, '0')
  const changedAt = new Date().toISOString()
  desk.rows.orders.put(id, {
    id,
    cardId: card.id,
    state: 'printing',
    tracking: null,
    activationCode,
    changedAt,
  })
}

function view(desk: Desk, { id, last4, state, form }: Card): CardView {
  const order = desk.rows.orders.all().find(({ cardId }) => cardId === id)
  return { id, last4, state, form, ...(order && { orderId: order.id }) }
}

function setState(desk: Desk, id: string, state: Card['state']): CardView {
  const card = found(desk.rows.cards.get(id), 'card')
  if (card.state === 'closed' && state !== 'closed') {
    throw new Refusal(422, 'card_closed', 'A closed card stays closed.')
  }
  desk.rows.cards.put(id, { ...card, state })
  return view(desk, { ...card, state })
}

function activate(desk: Desk, id: string, code: string): CardView {
  const card = found(desk.rows.cards.get(id), 'card')
  const sent = desk.rows.orders.all().find(({ cardId }) => cardId === id)
  if (card.state === 'closed') throw new Refusal(422, 'card_closed', 'A closed card stays closed.')
  if (sent && sent.activationCode !== code) {
    throw new Refusal(422, 'activation_code_wrong', 'This is not the code on the letter.')
  }
  desk.rows.cards.put(id, { ...card, isActivated: true })
  return view(desk, card)
}

function setPin(desk: Desk, id: string, pin: string): CardView {
  const card = found(desk.rows.cards.get(id), 'card')
  if (card.state === 'closed') throw new Refusal(422, 'card_closed', 'A closed card stays closed.')
  desk.rows.cards.put(id, { ...card, pin })
  return view(desk, card)
}

function advance(desk: Desk, orderId: string, to?: Order['state']): Order {
  const order = found(desk.rows.orders.get(orderId), 'order')
  const state = to ?? nextState[order.state]
  if (!state) throw new Refusal(409, 'order_finished', `This order is already ${order.state}.`)
  const tracking = order.tracking ?? `GL${String(randomInt(10 ** 9)).padStart(9, '0')}HK`
  const advanced = { ...order, state, tracking, changedAt: new Date().toISOString() }
  desk.rows.orders.put(orderId, advanced)
  desk.webhooks.tell('order.updated', { orderId, cardId: order.cardId, state, tracking })
  return advanced
}

export type CardDesk = ReturnType<typeof cardDesk>

const nextState: Record<Order['state'], Order['state'] | null> = {
  printing: 'shipped',
  shipped: 'delivered',
  delivered: null,
  returned: 'shipped',
}

function expiryIn(years: number): string {
  const now = new Date()
  const month = String(now.getUTCMonth() + 1).padStart(2, '0')
  return `${month}/${String((now.getUTCFullYear() + years) % 100).padStart(2, '0')}`
}
