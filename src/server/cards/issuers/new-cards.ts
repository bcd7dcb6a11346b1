import * as z from 'zod/mini'
import { listWithin } from '../../bounded.ts'
import { expiries, type IssuedCard, type Issuer, type IssuerAnswer, type KnownCard } from '../issuer.ts'
import { type Ask, answerOf, type Reply } from './ask.ts'

const text = z.string().check(z.minLength(1), z.maxLength(200))
/** More than one customer ever has, closed ones included. */
const cardsMax = 5_000
const last4 = z.string().check(z.regex(/^\d{4}$/))
const budget = z.object({ id: text })
const card = z.object({ id: text, last4 })
const physicalCard = z.object({ ...card.shape, orderId: text })
const knownCard = z.object({
  ...card.shape,
  reference: text,
  state: z.enum(['active', 'frozen', 'expired', 'closed']),
  since: z.iso.datetime(),
  frozenBy: z.optional(z.array(z.enum(['program', 'issuer']))),
  form: z.enum(['virtual', 'physical']),
  isActivated: z.boolean(),
  expires: z.optional(z.enum(expiries)),
  orderId: z.optional(text),
})

type NewCards = Pick<Issuer, 'createBudget' | 'createCard' | 'createPhysicalCard' | 'cardsOf'>

/** Budgets, new cards, and which cards there are. */
export function newCardCalls(ask: Ask): NewCards {
  const cardsBy = async <T>(query: Record<string, string>, shape: z.ZodMiniType<T>) =>
    await ask(`/v1/cards?${new URLSearchParams(query)}`, {
      shape: z.object({ cards: listWithin(shape, cardsMax) }),
    })

  return {
    async createBudget({ reference, attempt }) {
      const reply = await ask('/v1/budgets', {
        shape: budget,
        body: { reference },
        idempotencyKey: `budget-${reference}-${attempt}`,
      })
      return answerOf(reply, ({ id }) => ({ issuerBudgetId: id }))
    },

    async createCard({ reference, issuerBudgetId, productId, cardholder, ...more }) {
      const reply = await ask('/v1/cards', {
        shape: card,
        body: { reference, budgetId: issuerBudgetId, productId, cardholder, ...othersOf(more) },
        idempotencyKey: `card-${reference}`,
      })
      if (!isDoubtful(reply)) return answerOf(reply, issuedCard)
      return firstOf(await cardsBy({ reference }, card), { reply, read: issuedCard })
    },

    async createPhysicalCard({ reference, parentIssuerCardId, productId, embossName, address, ...more }) {
      const asked = { reference, productId, form: 'physical', embossName, address, ...othersOf(more) }
      const reply = await ask('/v1/cards', {
        shape: physicalCard,
        body: { ...asked, parentCardId: parentIssuerCardId },
        idempotencyKey: `card-${reference}`,
      })
      if (!isDoubtful(reply)) return answerOf(reply, orderedCard)
      return firstOf(await cardsBy({ reference }, physicalCard), { reply, read: orderedCard })
    },

    async cardsOf({ issuerBudgetId }) {
      return answerOf(await cardsBy({ budgetId: issuerBudgetId }, knownCard), known)
    },
  }
}

// The key is known with other content, or this is a no: what became of an earlier request that was not heard is told by its
// reference.
function isDoubtful(reply: Reply<unknown>): boolean {
  return reply.outcome === 'declined' || (reply.outcome === 'unknown' && reply.status === 409)
}

/** The card that was made all the same; a no only where there surely is none. */
function firstOf<T, A extends object>(
  found: Reply<{ cards: T[] }>,
  { reply, read }: { reply: Reply<T>; read: (card: T) => A },
): IssuerAnswer<A> {
  if (found.outcome !== 'done') return { outcome: 'unknown' }
  const [first] = found.value.cards
  return first ? { outcome: 'done', ...read(first) } : answerOf(reply, read)
}

function othersOf({
  issuerCardholderId,
  replacesIssuerCardId,
}: {
  issuerCardholderId?: string | undefined
  replacesIssuerCardId?: string | undefined
}) {
  return {
    ...(issuerCardholderId !== undefined && { cardholderId: issuerCardholderId }),
    ...(replacesIssuerCardId !== undefined && { replacesCardId: replacesIssuerCardId }),
  }
}

function issuedCard({ id, last4 }: z.output<typeof card>): IssuedCard {
  return { issuerCardId: id, last4 }
}

function orderedCard({ orderId, ...made }: z.output<typeof physicalCard>) {
  return { ...issuedCard(made), issuerOrderId: orderId }
}

function known({ cards }: { cards: z.output<typeof knownCard>[] }): { cards: KnownCard[] } {
  return {
    cards: cards.map(({ id, orderId, since, frozenBy, expires, ...rest }) => ({
      ...rest,
      frozenBy: rest.state === 'frozen' ? (frozenBy?.map(by => (by === 'program' ? 'us' : by)) ?? null) : [],
      since: new Date(since),
      expires: expires ?? null,
      issuerCardId: id,
      issuerOrderId: orderId ?? null,
    })),
  }
}
