import { transferOut } from '../../../../../contract/withdrawal.ts'
import { type Decided, decide, type Undecided, undecided } from '../../../../decision/decision.ts'
import { dateTime } from '../../../../display/calendar.ts'
import type { Reply } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { plainTrouble, type Trouble } from '../../../../trouble/trouble.ts'
import { addressText } from './address-problem.ts'
import { ownFigure } from './out-terms.tsx'

/** A withdrawal as it is decided, without the PIN. */
export type Wanted = Omit<Decided<typeof transferOut>, 'pin'>
/** One that has no answer. */
export type Open = Undecided<typeof transferOut>

/** The name under which what was typed of a coin for an address is kept. */
export function draftOn({ currency, address }: Pick<Open, 'currency' | 'address'>): string {
  return `out ${currency} ${address}`
}

/**
 * This decision with its key, while it has no answer: asked about later it is still that one, whoever heard of it since. It
 * was not even sent when another one waits.
 */
export function keyed(decided: Wanted): Open | null {
  const open = undecided(transferOut)
  const isSame = ({ address, amount, receive }: Open) =>
    address === decided.address && amount === decided.amount && receive === decided.receive
  return open.find(isSame) ?? open[0] ?? null
}

/** Sends a decision; again and again with the same key until an answer is definite. */
export function sendOut(decided: Wanted, pin: string): Promise<Reply<typeof transferOut>> {
  return decide(transferOut, { ...decided, pin })
}

/** Words and way out for a withdrawal that was refused. */
export function outTrouble(
  reply: Reply<typeof transferOut>,
  { currency, chain }: Pick<Open, 'currency' | 'chain'>,
): Trouble | null {
  const plain = plainTrouble(reply, { currency })
  if (!plain || reply.ok) return plain
  const { until, left, which, why } = (reply.details ?? {}) as Record<string, string | undefined>
  if (reply.key === 'withdrawals_on_hold' && until)
    return { ...plain, text: t('wallet.out.trouble.hold', { time: dateTime(until) }) }
  if (reply.key === 'limit_exceeded' && left && (which === 'day' || which === 'month'))
    return { ...plain, text: t(`wallet.out.typed.${which}`, { left: ownFigure(left, currency) }) }
  if (reply.key === 'address_not_allowed') return { ...plain, text: addressText(why, chain) ?? plain.text }
  return plain
}
