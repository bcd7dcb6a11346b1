import * as account from './account.ts'
import * as address from './address.ts'
import * as addressBook from './address-book.ts'
import * as application from './application.ts'
import * as bill from './bill.ts'
import type { Call } from './call.ts'
import * as card from './card.ts'
import * as cardControl from './card-control.ts'
import * as cardRenewal from './card-renewal.ts'
import * as challenge from './challenge.ts'
import * as cost from './cost.ts'
import * as decision from './decision.ts'
import * as deletion from './deletion.ts'
import * as depositSearch from './deposit-search.ts'
import * as dispute from './dispute.ts'
import * as feedback from './feedback.ts'
import * as handoff from './handoff.ts'
import * as identity from './identity.ts'
import * as invite from './invite.ts'
import * as message from './message.ts'
import * as params from './params.ts'
import * as passkey from './passkey.ts'
import * as proof from './proof.ts'
import * as rates from './rates.ts'
import * as refund from './refund.ts'
import * as safety from './safety.ts'
import * as secondFactor from './second-factor.ts'
import * as session from './session.ts'
import * as statementCheck from './statement-check.ts'
import * as telegram from './telegram.ts'
import * as wallet from './wallet.ts'
import * as withdrawal from './withdrawal.ts'

/** Every noun of the API. Its calls are the exports that have a path; the rest are shapes they share. */
export const nouns = {
  account,
  address,
  addressBook,
  application,
  bill,
  card,
  cardControl,
  cardRenewal,
  challenge,
  cost,
  decision,
  deletion,
  depositSearch,
  dispute,
  feedback,
  handoff,
  identity,
  invite,
  message,
  params,
  passkey,
  proof,
  rates,
  refund,
  safety,
  secondFactor,
  session,
  statementCheck,
  telegram,
  wallet,
  withdrawal,
}

/** Every call with its noun and name, in the order of the nouns. */
export function everyCall(): { noun: string; name: string; call: Call }[] {
  return Object.entries(nouns).flatMap(([noun, exports]) =>
    Object.entries(exports).flatMap(([name, value]) => (isCall(value) ? [{ noun, name, call: value }] : [])),
  )
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'promise' in value
}
