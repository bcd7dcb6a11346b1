import { format } from '../../../contract/money.ts'
import { Refused } from '../../http/refused.ts'
import type { CardFlags, CardStatus } from '../tables.ts'
import { statesOf } from './status.ts'

/** What is done with a card and its state decides on. Reading it and contesting its purchases goes in every state. */
export const cardCalls = [
  'activateCard',
  'cardActivation',
  'updateCardPIN',
  'updateCardPhone',
  'freeze',
  'unfreeze',
  'cardSecret',
  'approveChallenge',
  'rename',
  'cardLimit',
  'cardRule',
  'cardMerchants',
  'lowBalance',
  'autoRecharge',
  'renewal',
  'queryTransferIn',
  'convertToCardBalance',
  'confirmTransfer',
  'convertToMasterBalance',
  'applyCard',
  'payApply',
  'closeCard',
  'reportLost',
  'replaceLost',
] as const
/** A call that the state of its card decides on. */
export type CardCall = (typeof cardCalls)[number]

/** A state of a card: one that is kept, or a debt beside it. An opening is no card yet, its id is denied. */
export type CardState = CardStatus | 'negative'
/** The refusal that a call gets, null where it is allowed. */
type Rules = Record<CardCall, 'card_closed' | 'card_frozen' | 'balance_negative' | 'modify_failed' | null>

const allowed: Rules = {
  activateCard: null,
  cardActivation: null,
  updateCardPIN: null,
  updateCardPhone: null,
  freeze: null,
  unfreeze: null,
  cardSecret: null,
  approveChallenge: null,
  rename: null,
  cardLimit: null,
  cardRule: null,
  cardMerchants: null,
  lowBalance: null,
  autoRecharge: null,
  renewal: null,
  queryTransferIn: null,
  convertToCardBalance: null,
  confirmTransfer: null,
  convertToMasterBalance: null,
  applyCard: null,
  payApply: null,
  closeCard: null,
  reportLost: null,
  replaceLost: 'modify_failed',
}

/** What is over keeps its name, and gives back what is still on it. */
const over: Rules = {
  activateCard: 'card_closed',
  cardActivation: 'card_closed',
  updateCardPIN: 'card_closed',
  updateCardPhone: 'card_closed',
  freeze: 'card_closed',
  unfreeze: 'card_closed',
  cardSecret: 'card_closed',
  approveChallenge: 'card_closed',
  rename: null,
  cardLimit: 'card_closed',
  cardRule: 'card_closed',
  cardMerchants: 'card_closed',
  lowBalance: 'card_closed',
  autoRecharge: 'card_closed',
  renewal: 'card_closed',
  queryTransferIn: 'card_closed',
  convertToCardBalance: 'card_closed',
  confirmTransfer: 'card_closed',
  convertToMasterBalance: null,
  applyCard: 'card_closed',
  payApply: 'card_closed',
  closeCard: 'card_closed',
  reportLost: 'card_closed',
  replaceLost: 'card_closed',
}

/**
 * What each call meets in each state, and the only place where it stands. A card may be in several states at once (frozen
 * before its activation, in debt and frozen): each of them must allow a call, and the first that does not gives the
 * refusal. A freeze of the issuer's holds the money and what leads to the cardholder; what only prepares or restrains the
 * card goes on. That no other card is made for somebody who owes on any of theirs stands beside it (`refuseDebtor`).
 */
export const cardStates: Record<CardState, Rules> = {
  active: { ...allowed, activateCard: 'modify_failed', cardActivation: 'modify_failed' },
  frozen_user: { ...allowed, approveChallenge: 'card_frozen' },
  frozen_risk: {
    ...allowed,
    updateCardPhone: 'card_frozen',
    unfreeze: 'card_frozen',
    cardSecret: 'card_frozen',
    approveChallenge: 'card_frozen',
    queryTransferIn: 'card_frozen',
    convertToCardBalance: 'card_frozen',
    confirmTransfer: 'card_frozen',
    convertToMasterBalance: 'card_frozen',
    applyCard: 'card_frozen',
    payApply: 'card_frozen',
    closeCard: 'card_frozen',
    reportLost: 'card_frozen',
  },
  negative: {
    ...allowed,
    convertToMasterBalance: 'balance_negative',
    closeCard: 'balance_negative',
    replaceLost: null,
  },
  inactive: { ...allowed, updateCardPIN: 'modify_failed' },
  pin_blocked: allowed,
  expired: over,
  lost: { ...over, replaceLost: null },
  closed: over,
}

/** Refuses a call that the table does not allow to a card as it is now; a debt counts where the balance is given. */
export function refuseCall(
  card: CardFlags & { status: CardStatus },
  call: CardCall,
  { balanceMinor }: { balanceMinor: bigint } = { balanceMinor: 0n },
): void {
  const states: CardState[] = statesOf(card)
  if (balanceMinor < 0n) states.push('negative')
  for (const state of states) {
    const refusal = cardStates[state][call]
    if (refusal === 'modify_failed') throw new Refused(refusal, { reason: state })
    if (refusal === 'balance_negative') throw new Refused(refusal, { missing: format(-balanceMinor, 'USD') })
    if (refusal) throw new Refused(refusal)
  }
}
