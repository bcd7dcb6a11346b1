import type { FastifyInstance } from 'fastify'
import { faultKinds } from '../faults.ts'
import { expiresOf } from '../issuer/expiry.ts'
import { isPinBlocked } from '../issuer/plastic.ts'
import { productOf } from '../issuer/products.ts'
import { dollars } from '../issuer/purchases.ts'
import type { Card } from '../issuer/rows.ts'
import type { Parts } from './parts.ts'

const shownThreads = 50

/** What there is in the world, without one secret: numbers and codes of cards stay with the issuer. */
export function stateCalls(app: FastifyInstance, parts: Parts) {
  app.get('/state', async () => ({
    app: parts.world.appUrl,
    chain: (await parts.chain?.state()) ?? null,
    issuer: parts.issuer ? issuerState(parts.issuer) : null,
    mail: parts.mail ? { letters: parts.mail.letters().length } : null,
    rates: parts.rates ? { rates: parts.rates.quotes() } : null,
    telegram: {
      botName: parts.telegram.settings.TELEGRAM_BOT_NAME,
      bot: parts.bot ? { letters: parts.bot.letters().length } : null,
    },
    push: parts.push ? { messages: parts.push.messages().length } : null,
    faults: { waiting: parts.faults.list(), kinds: faultKinds },
  }))
}

function issuerState({ rows, webhooks }: NonNullable<Parts['issuer']>) {
  return {
    cards: rows.cards.all().reverse().map(cardState),
    orders: rows.orders.all().reverse(),
    disputes: rows.disputes
      .all()
      .reverse()
      .map(({ amountMinor, creditedMinor, ...dispute }) => ({
        ...dispute,
        last4: rows.cards.get(dispute.cardId)?.last4 ?? null,
        merchant: rows.threads.get(dispute.threadId)?.merchant.name ?? null,
        amount: dollars(BigInt(amountMinor)),
        credited: dollars(BigInt(creditedMinor)),
      })),
    threads: rows.threads
      .all()
      .slice(-shownThreads)
      .reverse()
      .map(({ authorizedMinor, reversedMinor, clearedMinor, refundedMinor, disputedMinor, ...thread }) => ({
        ...thread,
        last4: rows.cards.get(thread.cardId)?.last4 ?? null,
        authorized: dollars(BigInt(authorizedMinor)),
        reversed: dollars(BigInt(reversedMinor)),
        cleared: dollars(BigInt(clearedMinor)),
        refunded: dollars(BigInt(refundedMinor)),
        disputed: dollars(BigInt(disputedMinor ?? '0')),
      })),
    challenges: rows.challenges.all().filter(({ state }) => state === 'waiting'),
    webhooks: webhooks.waiting().map(({ id, type, attempts, nextAt, lastError }) => {
      return { id, type, attempts, nextAt: new Date(nextAt).toISOString(), lastError }
    }),
  }
}

function cardState(card: Card) {
  const { id, reference, productId, form, state, last4, cardholder, isActivated, createdAt } = card
  const { organization, region } = productOf(productId)
  return {
    id,
    reference,
    productId,
    network: `${organization} ${region}`,
    form,
    state,
    last4,
    cardholder: card.embossName ?? `${cardholder.firstName} ${cardholder.lastName}`,
    isActivated,
    isPinBlocked: isPinBlocked(card),
    expires: expiresOf(card),
    createdAt,
  }
}
