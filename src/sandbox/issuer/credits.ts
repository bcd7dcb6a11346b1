import { Refusal } from '../refusal.ts'
import { type EventDesk, type LaterEvent, money, tell, tellUnlinked, threadOf } from './event-desk.ts'
import { cents } from './purchases.ts'
import { newId, type Thread } from './rows.ts'

/** Money comes back, for a purchase or without one. */
export function refund(desk: EventDesk, event: LaterEvent): string {
  const id = newId('rfd')
  if (event.threadId === undefined) return tellUnlinked(desk, 'refund.posted', { ...event, id })
  const thread = threadOf(desk, event.threadId)
  const minor = event.amount === undefined ? leftOf(thread) : cents(event.amount)
  if (minor <= 0n) {
    throw new Refusal(409, 'nothing_to_refund', 'Nothing of this purchase was charged: name an amount.')
  }
  keep(desk, { ...thread, refundedMinor: String(BigInt(thread.refundedMinor) + minor) })
  return tell(desk, 'refund.posted', thread, { id, ...money(minor) })
}

/** A refund is taken back, of a purchase or one without. */
export function reverseRefund(desk: EventDesk, event: LaterEvent): string {
  const id = newId('rrv')
  if (event.threadId === undefined) return tellUnlinked(desk, 'refund.reversed', { ...event, id })
  const thread = threadOf(desk, event.threadId)
  const minor = takenBack(thread.refundedMinor, event.amount)
  keep(desk, { ...thread, refundedMinor: String(BigInt(thread.refundedMinor) - minor) })
  return tell(desk, 'refund.reversed', thread, { id, ...money(minor) })
}

/** Credits what is disputed while the dispute is open. */
export function creditDispute(desk: EventDesk, { threadId, amount }: LaterEvent): string {
  const thread = threadOf(desk, threadId)
  const minor = amount === undefined ? leftOf(thread) : cents(amount)
  if (minor <= 0n || minor > leftOf(thread)) {
    throw new Refusal(409, 'nothing_to_dispute', 'Not that much was charged.')
  }
  keep(desk, { ...thread, disputedMinor: String(BigInt(thread.disputedMinor ?? '0') + minor) })
  return tell(desk, 'dispute.credited', thread, { id: newId('dsp'), ...money(minor) })
}

/** The merchant was right: the credit is taken back. */
export function reverseDispute(desk: EventDesk, { threadId, amount }: LaterEvent): string {
  const thread = threadOf(desk, threadId)
  const { disputedMinor = '0' } = thread
  const minor = takenBack(disputedMinor, amount)
  keep(desk, { ...thread, disputedMinor: String(BigInt(disputedMinor) - minor) })
  return tell(desk, 'dispute.reversed', thread, { id: newId('drv'), ...money(minor) })
}

function takenBack(givenMinor: string, amount: string | undefined): bigint {
  const minor = amount === undefined ? BigInt(givenMinor) : cents(amount)
  if (minor > 0n && minor <= BigInt(givenMinor)) return minor
  throw new Refusal(409, 'nothing_to_reverse', 'Not that much came back.')
}

/** What was charged and has not come back. */
export function leftOf({ clearedMinor, refundedMinor, disputedMinor = '0' }: Thread): bigint {
  return BigInt(clearedMinor) - BigInt(refundedMinor) - BigInt(disputedMinor)
}

function keep({ rows }: EventDesk, thread: Thread) {
  rows.threads.put(thread.id, thread)
}
