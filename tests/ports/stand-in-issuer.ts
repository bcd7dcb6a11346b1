import { randomUUID } from 'node:crypto'
import type {
  IssuedCard,
  Issuer,
  IssuerAnswer,
  KnownAuthorization,
  OrderStanding,
} from '../../src/server/cards/issuer.ts'
import { disputing } from './stand-in-disputes.ts'
import {
  type Answer,
  byId,
  done,
  type Kept,
  known,
  move,
  newOrder,
  no,
  type StandInCard,
  type StandInOrder,
  strictProducts,
} from './stand-in-kept.ts'

/** What an issuer does with the next calls of a kind. */
export type Mood = 'well' | 'declines' | 'does it and is not heard' | 'does nothing and is not heard'

/** An issuer in memory, and what it has been asked. */
export interface StandInIssuer extends Issuer, Kept {
  /** How the next `count` calls of any kind go; then it is well again. */
  behave(mood: Mood, count?: number): void
  /** How the next calls of one kind go. */
  behaveAt(call: keyof Issuer, mood: Mood, count?: number): void
  /** Moves the order of that reference on, as the real one tells with `order.<state>`. */
  move(reference: string, state: OrderStanding['state'], reason?: string): StandInOrder
  /** Every call, in order. */
  calls: (keyof Issuer)[]
}

/** Makes one. Without a mood it does what it is asked, once for each reference. */
export function standInIssuer(): StandInIssuer {
  const moods: { call: keyof Issuer | null; mood: Mood; left: number }[] = []
  const kept: Kept = {
    log: [],
    authorizations: new Map(),
    cards: new Map(),
    budgets: new Map(),
    disputes: new Map(),
    orders: new Map(),
    reveals: [],
    cardholders: new Map(),
  }
  const calls: StandInIssuer['calls'] = []
  const declined = new Set<string>()

  const answer: Answer = async (call, reference, work) => {
    calls.push(call)
    const next = moods.find(waiting => waiting.left > 0 && (waiting.call === null || waiting.call === call))
    if (next) next.left--
    const mood = next?.mood ?? 'well'
    if (mood === 'does nothing and is not heard') return { outcome: 'unknown' }
    // What has no reference is asked anew each time.
    if (mood === 'declines' && reference === '') return no()
    if (mood === 'declines') declined.add(`${call} ${reference}`)
    if (declined.has(`${call} ${reference}`)) return no()
    const answered = work()
    return mood === 'does it and is not heard' ? { outcome: 'unknown' } : answered
  }

  return {
    ...kept,
    calls,
    behave: (mood, count = 1) => void moods.push({ call: null, mood, left: count }),
    behaveAt: (call, mood, count = 1) => void moods.push({ call, mood, left: count }),
    move: (reference, state, reason) => move(kept, reference, { state, reason: reason ?? null }),
    ...makingCards(kept, answer),
    ...mailing(kept, answer),
    ...oneCard(kept, answer),
    ...cardholding(kept, answer),
    ...disputing(kept, answer),
    ...logging(kept, answer),
  }
}

type Request = Parameters<Issuer['createCard']>[0] | Parameters<Issuer['createPhysicalCard']>[0]

function makingCards({ cards, budgets, orders, cardholders }: Kept, answer: Answer) {
  function refusalOf({ productId, issuerCardholderId, replacesIssuerCardId }: Request) {
    const holder = [...cardholders.values()].find(each => each.issuerCardholderId === issuerCardholderId)
    const isConfirmed = holder?.state === 'confirmed' && holder.productId === productId
    if (strictProducts.includes(productId) && !isConfirmed) return no('cardholder_needed')
    const replaced = [...cards.values()].find(each => each.issuerCardId === replacesIssuerCardId)
    return replacesIssuerCardId !== undefined && replaced?.state !== 'closed' ? no() : null
  }

  return {
    createBudget: ({ reference, attempt }) =>
      answer('createBudget', `${reference} ${attempt}`, () => {
        const issuerBudgetId = budgets.get(reference) ?? `budget_${randomUUID()}`
        budgets.set(reference, issuerBudgetId)
        return { ...done, issuerBudgetId }
      }),
    createCard: request =>
      answer<IssuedCard>('createCard', request.reference, () => {
        const { reference, issuerBudgetId, cardholder } = request
        if (![...budgets.values()].includes(issuerBudgetId)) return no()
        const refusal = refusalOf(request)
        if (refusal) return refusal
        const card =
          cards.get(reference) ??
          newCard(request, { issuerBudgetId, phone: cardholder.phone, count: cards.size })
        cards.set(reference, card)
        return { ...done, issuerCardId: card.issuerCardId, last4: card.last4 }
      }),
    createPhysicalCard: request =>
      answer<IssuedCard & { issuerOrderId: string }>('createPhysicalCard', request.reference, () => {
        const { reference, parentIssuerCardId, embossName, address } = request
        const parent = byId(cards, parentIssuerCardId)
        if (parent?.form !== 'virtual') return no()
        if (parent.state === 'closed') return no('card_closed')
        const refusal = refusalOf(request)
        if (refusal) return refusal
        const card = cards.get(reference) ?? newCard(request, { ...parent, count: cards.size })
        const { issuerCardId, last4 } = card
        const issuerOrderId = card.issuerOrderId ?? ''
        if (!cards.has(reference)) {
          const ids = { issuerOrderId, issuerCardId, reference }
          orders.set(reference, { ...newOrder(), ...ids, address, embossName })
        }
        cards.set(reference, card)
        return { ...done, issuerCardId, last4, issuerOrderId }
      }),
    cardsOf: ({ issuerBudgetId }) =>
      answer('cardsOf', '', () => ({
        ...done,
        cards: known(cards, card => card.issuerBudgetId === issuerBudgetId),
      })),
  } satisfies Partial<Issuer>
}

/** A card that has just been made, one more than so many. */
function newCard(
  request: Request,
  { issuerBudgetId, phone, count }: { issuerBudgetId: string; phone: string; count: number },
): StandInCard {
  const { reference, productId, replacesIssuerCardId = null } = request
  const isPhysical = 'parentIssuerCardId' in request
  return {
    issuerBudgetId,
    phone,
    issuerCardId: `card_${randomUUID()}`,
    // Each its own, and none that a test has as a PIN.
    last4: String(3000 + count),
    reference,
    productId,
    state: 'active',
    since: new Date(),
    form: isPhysical ? 'physical' : 'virtual',
    isActivated: !isPhysical,
    issuerOrderId: isPhysical ? `order_${randomUUID()}` : null,
    isFrozen: false,
    frozenBy: [],
    cardPin: null,
    reportedAs: null,
    replacesIssuerCardId,
  }
}

function mailing(kept: Kept, answer: Answer) {
  const { orders } = kept
  const remailed = new Set<string>()
  const orderBy = (issuerOrderId: string) =>
    [...orders.values()].find(order => order.issuerOrderId === issuerOrderId)

  return {
    orderOf: ({ issuerOrderId }) =>
      answer<{ order: OrderStanding }>('orderOf', '', () => {
        const order = orderBy(issuerOrderId)
        if (!order) return { outcome: 'unknown' }
        const { state, version, reason, tracking, changedAt } = order
        return { ...done, order: { state, version, reason, tracking, changedAt } }
      }),
    cancelOrder: ({ issuerOrderId }) =>
      answer<object>('cancelOrder', '', () => {
        const order = orderBy(issuerOrderId)
        if (!order) return { outcome: 'unknown' }
        if (order.state === 'cancelled') return done
        if (order.state !== 'received' && order.state !== 'approved') return no('order_in_making')
        move(kept, order.reference, { state: 'cancelled', reason: null })
        return done
      }),
    remail: ({ reference, issuerOrderId, address }) =>
      answer<object>('remail', reference, () => {
        const order = orderBy(issuerOrderId)
        if (!order) return { outcome: 'unknown' }
        if (remailed.has(reference)) return done
        if (order.state !== 'returned') return no('order_not_returned')
        remailed.add(reference)
        order.address = address
        move(kept, order.reference, { state: 'printing', reason: null })
        return done
      }),
  } satisfies Partial<Issuer>
}

function oneCard({ cards, orders, reveals }: Kept, answer: Answer) {
  function tell(call: keyof Issuer, issuerCardId: string, work: (card: StandInCard) => IssuerAnswer<object>) {
    return answer<object>(call, '', () => {
      const card = byId(cards, issuerCardId)
      if (!card) return { outcome: 'unknown' }
      const mayBeClosed = call === 'close' || call === 'reportLost'
      return card.state === 'closed' && !mayBeClosed ? no('card_closed') : work(card)
    })
  }
  const set = (card: StandInCard, change: Partial<StandInCard>) => {
    const isNew = change.state !== undefined && change.state !== card.state
    Object.assign(card, change, isNew && { since: new Date() })
    return done
  }

  return {
    activate: ({ issuerCardId, code }) =>
      tell('activate', issuerCardId, card =>
        orders.get(card.reference)?.activationCode === code
          ? set(card, { isActivated: true })
          : no(card.form === 'physical' ? 'code_incorrect' : 'other'),
      ),
    setPin: ({ issuerCardId, cardPin }) =>
      tell('setPin', issuerCardId, card => {
        if (card.form === 'virtual') return no()
        return /^(\d)\1{3}$|1234|4321/.test(cardPin) ? no('pin_weak') : set(card, { cardPin })
      }),
    changePhone: ({ issuerCardId, phone }) =>
      tell('changePhone', issuerCardId, card => {
        if (strictProducts.includes(card.productId)) return no('cardholder_fixed')
        return /^\+\d{6,15}$/.test(phone) ? set(card, { phone }) : no('phone_invalid')
      }),
    setFrozen: ({ issuerCardId, isFrozen }) =>
      tell('setFrozen', issuerCardId, card => set(card, { isFrozen, state: isFrozen ? 'frozen' : 'active' })),
    close: ({ issuerCardId }) => tell('close', issuerCardId, card => set(card, { state: 'closed' })),
    reportLost: ({ issuerCardId, why }) =>
      tell('reportLost', issuerCardId, card => set(card, { state: 'closed', reportedAs: why })),
    createRevealToken: ({ issuerCardId, ...bound }) =>
      answer<{ token: string; url: string; expiresAt: Date }>('createRevealToken', '', () => {
        if (!byId(cards, issuerCardId)) return no()
        const expiresAt = new Date(Date.now() + 60_000)
        const token = `reveal_${randomUUID()}`
        reveals.push({ token, ...bound })
        return { ...done, token, url: 'https://issuer.example/reveal', expiresAt }
      }),
  } satisfies Partial<Issuer>
}

function cardholding({ cardholders }: Kept, answer: Answer) {
  return {
    createCardholderSession: ({ reference, productId }) =>
      answer('createCardholderSession', reference, () => {
        const issuerCardholderId = `holder_${randomUUID()}`
        const row = cardholders.get(reference) ?? { issuerCardholderId, productId, state: 'pending' as const }
        cardholders.set(reference, row)
        const url = `https://issuer.example/cardholder/${row.issuerCardholderId}`
        return {
          ...done,
          issuerCardholderId: row.issuerCardholderId,
          url,
          expiresAt: new Date(Date.now() + 1_800_000),
        }
      }),
    cardholderOf: ({ issuerCardholderId }) =>
      answer<{ state: 'pending' | 'confirmed' | 'refused' }>('cardholderOf', '', () => {
        const row = [...cardholders.values()].find(each => each.issuerCardholderId === issuerCardholderId)
        return row ? { ...done, state: row.state } : { outcome: 'unknown' }
      }),
  } satisfies Partial<Issuer>
}

const pageSize = 2

function logging({ log, authorizations }: Kept, answer: Answer) {
  return {
    authorizationOf: ({ threadId }) =>
      answer<KnownAuthorization>('authorizationOf', '', () => {
        const known = authorizations.get(threadId)
        return known ? { ...done, ...known } : no()
      }),
    eventsSince: ({ from, page }) =>
      answer('eventsSince', '', () => {
        const told = log
          .filter(({ toldAt }) => from === null || toldAt >= from)
          .sort((a, b) => a.toldAt.getTime() - b.toldAt.getTime())
        const first = Number(page ?? 0)
        const next = first + pageSize < told.length ? String(first + pageSize) : null
        return { ...done, events: told.slice(first, first + pageSize), next }
      }),
  } satisfies Partial<Issuer>
}
