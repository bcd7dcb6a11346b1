import { randomInt } from 'node:crypto'
import { carrierTo } from '../../contract/carrier.ts'
import { found, Refusal } from '../refusal.ts'
import { type Address, type Card, inState, newId, type Order, type OrderState, type Rows } from './rows.ts'
import type { Webhooks } from './webhooks.ts'

interface Desk {
  rows: Rows
  webhooks: Webhooks
}

/** Orders of physical cards. Each change is told as `order.<state>`; every call runs inside one write of the store. */
export function orderDesk(desk: Desk) {
  return {
    place: (card: Card, address: Address) => place(desk, card, { address }),
    placeRenewal: (card: Card, reference: string) => placeRenewal(desk, card, reference),
    ofCard: (cardId: string) => ofCard(desk, cardId)[0],
    /** The letter that came last with a card. */
    letterOf: (cardId: string) => ofCard(desk, cardId).at(-1),
    view: (id: string) => viewOf(found(desk.rows.orders.get(id), 'order')),
    advance: (id: string, step: { to?: OrderState | undefined; reason?: string | undefined } = {}) =>
      advance(desk, id, step),
    cancel: (id: string) => cancel(desk, id),
    remail: (id: string, address: Address) => remail(desk, id, address),
    advanceDue: (orderMs: number) => advanceDue(desk, orderMs),
  }
}

export type OrderDesk = ReturnType<typeof orderDesk>

/** The way of an order that nothing comes between. */
const way: readonly OrderState[] = ['received', 'approved', 'printing', 'shipped', 'delivered']

const branches: Partial<Record<OrderState, readonly OrderState[]>> = {
  received: ['refused', 'cancelled'],
  approved: ['refused', 'cancelled'],
  shipped: ['returned'],
}

/** How long an order stays in a state, in beats of the clock. */
const beats: Partial<Record<OrderState, number>> = { received: 1, approved: 1, printing: 2, shipped: 5 }

function ofCard({ rows }: Desk, cardId: string): Order[] {
  return rows.orders.all().filter(order => order.cardId === cardId)
}

/** A new plastic goes where the last one went. */
function placeRenewal(desk: Desk, card: Card, reference: string) {
  const address = ofCard(desk, card.id).at(-1)?.address
  if (!address) throw new Refusal(422, 'address_unknown', 'Nobody knows where this card went.')
  place(desk, card, { address, renewal: reference })
}

function place(desk: Desk, card: Card, given: Pick<Order, 'address' | 'renewal'>) {
  const id = newId('ord')
  desk.rows.orders.put(id, {
    id,
    cardId: card.id,
    state: 'received',
    version: 1,
    ...given,
    reason: null,
    tracking: null,
    activationCode: null,
    changedAt: new Date().toISOString(),
  })
}

/** What the issuer tells of an order: everything but the address and the code on the letter. */
function viewOf({ id, cardId, state, version, reason, tracking, changedAt }: Order) {
  return { id, cardId, state, version, reason, tracking, changedAt }
}

/** Moves an order on by one step, or step by step to `to`. */
function advance(
  desk: Desk,
  id: string,
  { to, reason }: { to?: OrderState | undefined; reason?: string | undefined },
): Order {
  const order = found(desk.rows.orders.get(id), 'order')
  const place = way.indexOf(order.state)
  const goal = to ?? (place < 0 ? undefined : way[place + 1])
  if (!goal) throw new Refusal(409, 'order_finished', `This order is already ${order.state}.`)
  if (order.renewal && (goal === 'refused' || goal === 'cancelled'))
    throw new Refusal(409, 'order_elsewhere', 'A renewal is not taken back.')
  if (branches[order.state]?.includes(goal)) return change(desk, order, goal, { reason })
  if (place < 0 || way.indexOf(goal) <= place) {
    throw new Refusal(409, 'order_elsewhere', `An order that is ${order.state} does not become ${goal}.`)
  }
  return way.slice(place + 1, way.indexOf(goal) + 1).reduce((now, state) => change(desk, now, state), order)
}

function change(
  desk: Desk,
  order: Order,
  state: OrderState,
  { reason, address = order.address }: { reason?: string | undefined; address?: Address } = {},
): Order {
  const changed: Order = {
    ...order,
    state,
    address,
    version: order.version + 1,
    reason: state === 'refused' ? (reason ?? 'address_not_served') : null,
    tracking: state === 'shipped' ? newTracking(address) : state === 'printing' ? null : order.tracking,
    activationCode: order.activationCode ?? (state === 'printing' ? newCode() : null),
    changedAt: new Date().toISOString(),
  }
  desk.rows.orders.put(order.id, changed)
  const card = found(desk.rows.cards.get(order.cardId), 'card')
  if (state === 'refused' || state === 'cancelled') desk.rows.cards.put(card.id, inState(card, 'closed'))
  tell(desk, changed, card)
  return changed
}

function tell(
  { webhooks }: Desk,
  { id, cardId, state, version, reason, tracking, renewal }: Order,
  card: Card,
) {
  webhooks.tell(`order.${state}`, {
    orderId: id,
    cardId,
    reference: renewal ?? card.reference,
    version,
    ...(reason !== null && { reason }),
    ...(tracking !== null && { tracking }),
  })
}

/** Takes an order back while nothing is printed. What is cancelled already stays so. */
function cancel(desk: Desk, id: string) {
  const order = found(desk.rows.orders.get(id), 'order')
  if (order.state === 'cancelled') return viewOf(order)
  if (!branches[order.state]?.includes('cancelled')) {
    throw new Refusal(422, 'order_in_making', `An order that is ${order.state} cannot be cancelled.`)
  }
  return viewOf(change(desk, order, 'cancelled'))
}

/** Prints the letter again, for another address, after it came back. */
function remail(desk: Desk, id: string, address: Address) {
  const order = found(desk.rows.orders.get(id), 'order')
  if (order.state !== 'returned') {
    throw new Refusal(422, 'order_not_returned', 'Only what came back is mailed again.')
  }
  return viewOf(change(desk, order, 'printing', { address }))
}

function advanceDue(desk: Desk, orderMs: number) {
  for (const order of desk.rows.orders.all()) {
    const waitMs = (beats[order.state] ?? Number.POSITIVE_INFINITY) * orderMs
    if (Date.parse(order.changedAt) + waitMs <= Date.now()) advance(desk, order.id, {})
  }
}

function newTracking({ country }: Address) {
  return { carrier: carrierTo(country), number: `GL${String(randomInt(10 ** 9)).padStart(9, '0')}HK` }
}

function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}
