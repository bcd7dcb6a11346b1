import type { Issuer } from '../issuer.ts'
import { type Ask, askOf, type IssuerAccess } from './ask.ts'
import { cardholderCalls } from './cardholders.ts'
import { challengeCalls } from './challenges.ts'
import { disputeCalls } from './disputes.ts'
import { eventCalls } from './events.ts'
import { newCardCalls } from './new-cards.ts'
import { oneCardCalls } from './one-card.ts'
import { orderCalls } from './orders.ts'

/** Where the issuer is, and how we show who we are. */
export interface HttpIssuerOptions extends IssuerAccess {
  /** The issuer's origin for phones. */
  revealOrigin: string
}

/** An issuer over HTTP: its words end in this folder, and so do its oddities. */
export function httpIssuer({ revealOrigin, ...access }: HttpIssuerOptions): Issuer {
  const ask: Ask = askOf(access)
  return {
    ...newCardCalls(ask),
    ...orderCalls(ask),
    ...oneCardCalls(ask, { revealOrigin }),
    ...cardholderCalls(ask),
    ...disputeCalls(ask),
    ...challengeCalls(ask),
    ...eventCalls(ask),
  }
}
