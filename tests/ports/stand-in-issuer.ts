import { randomInt, randomUUID } from 'node:crypto'
import type { IssuedCard, Issuer, IssuerAnswer } from '../../src/server/cards/issuer.ts'

/** What an issuer does with the next calls of a kind. */
export type Mood = 'well' | 'declines' | 'does it and is not heard' | 'does nothing and is not heard'

/** An issuer in memory, and what it has been asked. */
export interface StandInIssuer extends Issuer {
  /** How the next `count` calls of any kind go; then it is well again. */
  behave(mood: Mood, count?: number): void
  /** How the next calls of one kind go. */
  behaveAt(call: keyof Issuer, mood: Mood, count?: number): void
  /** Cards it has made, by our reference. */
  cards: Map<string, { issuerCardId: string; last4: string; productId: string; isFrozen: boolean }>
  budgets: Map<string, string>
  /** Every call, in order. */
  calls: (keyof Issuer)[]
}

const no = { outcome: 'declined' } as const

/** Makes one. Without a mood it does what it is asked, once for each reference. */
export function standInIssuer(): StandInIssuer {
  const moods: { call: keyof Issuer | null; mood: Mood; left: number }[] = []
  const budgets: StandInIssuer['budgets'] = new Map()
  const cards: StandInIssuer['cards'] = new Map()
  const calls: StandInIssuer['calls'] = []
  const declined = new Set<string>()

  async function answer<T extends object>(
    call: keyof Issuer,
    reference: string,
    work: () => IssuerAnswer<T>,
  ): Promise<IssuerAnswer<T>> {
    calls.push(call)
    const next = moods.find(waiting => waiting.left > 0 && (waiting.call === null || waiting.call === call))
    if (next) next.left--
    const mood = next?.mood ?? 'well'
    if (mood === 'does nothing and is not heard') return { outcome: 'unknown' }
    if (mood === 'declines') declined.add(`${call} ${reference}`)
    if (declined.has(`${call} ${reference}`)) return { outcome: 'declined' }
    const done = work()
    return mood === 'does it and is not heard' ? { outcome: 'unknown' } : done
  }

  const byId = (issuerCardId: string) => [...cards.values()].find(card => card.issuerCardId === issuerCardId)

  return {
    calls,
    cards,
    budgets,
    behave: (mood, count = 1) => void moods.push({ call: null, mood, left: count }),
    behaveAt: (call, mood, count = 1) => void moods.push({ call, mood, left: count }),
    createBudget: ({ reference }) =>
      answer('createBudget', reference, () => {
        const issuerBudgetId = budgets.get(reference) ?? `budget_${randomUUID()}`
        budgets.set(reference, issuerBudgetId)
        return { outcome: 'done', issuerBudgetId }
      }),
    createCard: ({ reference, productId, issuerBudgetId }) =>
      answer<IssuedCard>('createCard', reference, () => {
        if (![...budgets.values()].includes(issuerBudgetId)) return no
        const last4 = String(randomInt(10_000)).padStart(4, '0')
        const card = cards.get(reference) ?? {
          issuerCardId: `card_${randomUUID()}`,
          last4,
          productId,
          isFrozen: false,
        }
        cards.set(reference, card)
        return { outcome: 'done', issuerCardId: card.issuerCardId, last4: card.last4 }
      }),
    setFrozen: ({ issuerCardId, isFrozen }) =>
      answer<object>('setFrozen', `${issuerCardId} ${calls.length}`, () => {
        const card = byId(issuerCardId)
        if (!card) return no
        card.isFrozen = isFrozen
        return { outcome: 'done' }
      }),
    createRevealToken: ({ issuerCardId }) =>
      answer<{ token: string; url: string; expiresAt: Date }>(
        'createRevealToken',
        `${issuerCardId} ${calls.length}`,
        () => {
          if (!byId(issuerCardId)) return no
          const expiresAt = new Date(Date.now() + 60_000)
          const token = `reveal_${randomUUID()}`
          return { outcome: 'done', token, url: 'https://issuer.example/reveal', expiresAt }
        },
      ),
  }
}
