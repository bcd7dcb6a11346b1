import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openFaults } from '../../src/sandbox/faults.ts'
import { startIssuer } from '../../src/sandbox/issuer/issuer.ts'
import { openStore } from '../../src/sandbox/store.ts'
import type { Issuer, OrderState } from '../../src/server/cards/issuer.ts'
import { httpIssuer } from '../../src/server/cards/issuers/http.ts'
import { type Mood, standInIssuer } from './stand-in-issuer.ts'

/** An issuer under test, and the hands of those around it. */
export interface TestedIssuer {
  issuer: Issuer
  behave(mood: Exclude<Mood, 'well'>): void
  /** Declines the next budget. */
  declineBudget(): void
  calmDown(): void
  countCards(reference: string): number
  /** The code on the letter. */
  codeOf(issuerOrderId: string): string
  /** Moves an order on, step by step. */
  move(issuerOrderId: string, ...states: OrderState[]): void
  /** A purchase of that much that is settled; its thread. */
  settle(issuerCardId: string, amountMinor: bigint): string
  /** A purchase of that much that was approved; its thread. `expire` tells that it is let go, and no hook brings it. */
  authorize(issuerCardId: string, amountMinor: bigint): string
  expire(threadId: string): void
  /** Tells so many events that no hook brings; their ids. */
  tellUnheard(count: number): string[]
  /** What the cardholder answers on the issuer's page. */
  answerAs(issuerCardholderId: string, state: 'confirmed' | 'refused'): Promise<void>
  close(): Promise<void>
}

/** Every issuer there is; a new adapter is a line here. */
export const issuers: Record<string, () => Promise<TestedIssuer>> = {
  'stand-in': async () => {
    const issuer = standInIssuer()
    const orderBy = (id: string) => {
      const order = [...issuer.orders.values()].find(({ issuerOrderId }) => issuerOrderId === id)
      if (!order) throw new Error('no order')
      return order
    }
    return {
      issuer,
      behave: mood => issuer.behave(mood),
      declineBudget: () => issuer.behaveAt('createBudget', 'declines'),
      calmDown: () => {},
      countCards: reference => (issuer.cards.has(reference) ? 1 : 0),
      codeOf: id => orderBy(id).activationCode,
      move: (id, ...states) => {
        for (const state of states) issuer.move(orderBy(id).reference, state)
      },
      settle: () => `thr_${randomUUID()}`,
      authorize() {
        const threadId = `thr_${randomUUID()}`
        issuer.authorizations.set(threadId, { state: 'open', since: new Date(), events: [] })
        return threadId
      },
      expire: threadId =>
        issuer.authorizations.set(threadId, {
          state: 'expired',
          since: new Date(),
          events: [{ id: `evt_${randomUUID()}`, type: 'authorization.expired' }],
        }),
      tellUnheard: count =>
        Array.from({ length: count }, () => {
          const id = `evt_${randomUUID()}`
          issuer.log.push({ event: { id }, toldAt: new Date() })
          return id
        }),
      answerAs: async (id, state) => {
        for (const row of issuer.cardholders.values()) if (row.issuerCardholderId === id) row.state = state
      },
      close: async () => {},
    }
  },
  http: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'issuer-'))
    const store = openStore(join(folder, 'store'))
    const faults = openFaults(store)
    const sandbox = await startIssuer({
      host: '127.0.0.1',
      port: 0,
      store,
      faults,
      issuerKey: 'the-key',
      webhookSecret: 'whsec_dGVzdA==',
      serverUrl: 'http://127.0.0.1:1',
      appUrl: 'http://127.0.0.1:1',
      clearingMs: 1000,
    })
    const { ISSUER_URL: url, ISSUER_REVEAL_ORIGIN: revealOrigin } = sandbox.settings
    const kinds = {
      declines: 'decline',
      'does it and is not heard': 'error_after',
      'does nothing and is not heard': 'error_before',
    } as const
    return {
      issuer: httpIssuer({ url, key: 'the-key', revealOrigin, timeoutMs: 30_000 }),
      behave: mood => faults.set({ part: 'issuer', kind: kinds[mood], count: 1 }),
      declineBudget: () => faults.set({ part: 'issuer', kind: 'decline', path: '/v1/budgets', count: 1 }),
      calmDown: () => faults.clear(),
      countCards: reference => sandbox.rows.cards.all().filter(card => card.reference === reference).length,
      codeOf: id => sandbox.rows.orders.get(id)?.activationCode ?? '',
      move: (id, ...states) => {
        for (const to of states) sandbox.advance(id, { to })
      },
      settle(cardId, amountMinor) {
        const thread = settledThread({ cardId, amountMinor })
        sandbox.rows.threads.put(thread.id, thread)
        return thread.id
      },
      authorize(cardId, amountMinor) {
        const thread = settledThread({ cardId, amountMinor })
        sandbox.rows.threads.put(thread.id, { ...thread, state: 'approved', clearedMinor: '0' })
        return thread.id
      },
      expire(threadId) {
        faults.set({ part: 'issuer', kind: 'lose_webhook', count: 1 })
        sandbox.events.expire({ threadId })
      },
      tellUnheard(count) {
        faults.set({ part: 'issuer', kind: 'lose_webhook', count })
        return Array.from({ length: count }, () => sandbox.webhooks.tell('card.updated', {}))
      },
      answerAs: async (id, state) => {
        const token = sandbox.rows.cardholders.get(id)?.token
        const body = new URLSearchParams({
          firstName: 'Wei',
          lastName: 'Lin',
          birthDate: '1990-01-01',
          address: 'Kiln Road 1',
          answer: state === 'confirmed' ? 'confirm' : 'refuse',
        })
        const page = `${url}/cardholder/${token}`
        expect((await fetch(page, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
      },
      async close() {
        await sandbox.close()
        store.close()
        await rm(folder, { recursive: true })
      },
    }
  },
}

export const address = {
  recipient: 'Wei Lin',
  phone: '+8613800138000',
  country: 'CN',
  state: 'Jiangxi',
  city: 'Jingdezhen',
  address: 'Kiln Road 1',
  postalCode: '333000',
}
// The app's own origin, as the sandbox is told below.
export const returnUrl = 'http://127.0.0.1:1/#/pages/redirect/redirect?target=%2Fpages%2FmakeCard%2FmakeCard'
export const declined = (reason: string) => ({ outcome: 'declined', reason })

export const cardholder = {
  firstName: 'Wei',
  lastName: 'Lin',
  country: 'CN',
  city: 'Jingdezhen',
  address: 'Kiln Road 1',
  postalCode: '333000',
  phone: '+8613800138000',
  email: 'wei@mail.example',
}

function settledThread({ cardId, amountMinor }: { cardId: string; amountMinor: bigint }) {
  const none = '0'
  return {
    id: `thr_${randomUUID()}`,
    cardId,
    state: 'cleared' as const,
    merchant: { name: 'Kiln & Co', city: 'Austin', country: 'US', mcc: '5999' },
    channel: 'online' as const,
    authorizedMinor: String(amountMinor),
    clearedMinor: String(amountMinor),
    ...{ reversedMinor: none, refundedMinor: none, reason: null, at: new Date().toISOString() },
  }
}

/** What a virtual card is asked for with, for a new customer. */
export async function virtualCardRequest(issuer: Issuer) {
  const budget = await issuer.createBudget({ reference: randomUUID(), attempt: '1' })
  if (budget.outcome !== 'done') throw new Error('no budget')
  const { issuerBudgetId } = budget
  return { reference: randomUUID(), issuerBudgetId, productId: 'celadon-virtual', cardholder }
}
