import type { ApplicationStatus } from '../../../contract/application.ts'
import { Refused } from '../../http/refused.ts'
import type { OrderState } from '../issuer.ts'

/** The calls about an application, which are allowed or refused by its state. */
export const applicationCalls = [
  'applyCard',
  'confirmCardHolderId',
  'payApply',
  'cancelPayApply',
  'restartApplyCard',
  'finishApply',
  'applyResult',
  'getCardApplyRecord',
] as const
/** A call about an application. */
export type ApplicationCall = (typeof applicationCalls)[number]

/** The states a call may lead to, itself included where nothing may change; or the refusal of its own that it gets. */
type Rule = readonly ApplicationStatus[] | 'cardholder_fixed'
/** Calls that read are allowed in every state and stand nowhere below. */
type Rules = Partial<Record<Exclude<ApplicationCall, 'applyResult' | 'getCardApplyRecord'>, Rule>>

/**
 * Decision D4 as data, and the only place where it stands: what each call does in each state. A pair that is not here is
 * refused with `apply_failed`, the reason being the state. Once paid for, who and where cannot be changed any more. `ended`
 * is beside D4: the card was lost or closed before it was activated.
 */
export const callSteps: Record<ApplicationStatus, Rules> = {
  draft: { applyCard: ['holder_pending', 'wait_pay'] },
  holder_pending: {
    applyCard: ['holder_pending', 'wait_pay'],
    confirmCardHolderId: ['holder_pending', 'wait_pay'],
  },
  wait_pay: {
    applyCard: ['holder_pending', 'wait_pay'],
    // For somebody who comes back from the issuer's page twice.
    confirmCardHolderId: ['wait_pay'],
    payApply: ['applying'],
    cancelPayApply: ['cancelled'],
  },
  applying: { applyCard: 'cardholder_fixed', cancelPayApply: ['cancelling'] },
  making: { applyCard: 'cardholder_fixed' },
  shipped: { applyCard: 'cardholder_fixed', finishApply: ['success'] },
  success: { finishApply: ['success'] },
  fail: { restartApplyCard: ['draft'] },
  cancelling: { applyCard: 'cardholder_fixed' },
  cancelled: {},
  returned: { applyCard: ['returned'], payApply: ['making'] },
  ended: {},
}

/**
 * Where an application goes when the issuer's order is found in a state, whatever was missed in between. What is not here
 * changes nothing. An order that we take back is cancelled only once the issuer says so: until then it may go on.
 */
export const orderSteps: Record<ApplicationStatus, Partial<Record<OrderState, ApplicationStatus>>> = {
  draft: {},
  holder_pending: {},
  wait_pay: {},
  applying: {
    approved: 'making',
    printing: 'making',
    shipped: 'shipped',
    delivered: 'success',
    returned: 'returned',
    refused: 'fail',
    cancelled: 'fail',
  },
  making: {
    shipped: 'shipped',
    delivered: 'success',
    returned: 'returned',
    refused: 'fail',
    cancelled: 'fail',
  },
  shipped: { delivered: 'success', returned: 'returned' },
  // Told to have arrived, and came back after all; a card in use has arrived.
  success: { returned: 'returned' },
  fail: {},
  cancelling: {
    printing: 'making',
    shipped: 'shipped',
    delivered: 'success',
    returned: 'returned',
    refused: 'cancelled',
    cancelled: 'cancelled',
  },
  cancelled: {},
  returned: { printing: 'making', shipped: 'shipped', delivered: 'success' },
  ended: {},
}

/** The states a call may lead to from here. Refuses what the table does not allow. */
export function stepsOf(status: ApplicationStatus, call: keyof Rules): readonly ApplicationStatus[] {
  const rule = callSteps[status][call]
  if (rule === 'cardholder_fixed') throw new Refused('cardholder_fixed', { reason: status })
  if (!rule) throw new Refused('apply_failed', { reason: status })
  return rule
}

/** Where an application will not go on by itself. */
export const ends: readonly ApplicationStatus[] = ['success', 'fail', 'cancelled', 'ended']

/** True before anything is paid, and when it must be paid again: address and fees are then those of now. */
export function isUnpaid(status: ApplicationStatus): boolean {
  return unpaid.has(status)
}

/** True when an application will not go on by itself. */
export function isEnd(status: ApplicationStatus): boolean {
  return ends.includes(status)
}

/** True while the card that was made may still be on its way to its owner: should it be over now, so is the application. */
export function isOnTheWay(status: ApplicationStatus): boolean {
  return onTheWay.has(status)
}

const unpaid = new Set<ApplicationStatus>(['draft', 'holder_pending', 'wait_pay', 'returned'])
// The carrier's word, or the owner's, that it arrived does not put it into use.
const onTheWay = new Set<ApplicationStatus>(['making', 'shipped', 'returned', 'success'])
