import type { Output } from '../../../../../contract/call.ts'
import type { Dispute, DisputeTrouble, disputeTerms } from '../../../../../contract/dispute.ts'
import { disputeDays } from '../../../../../contract/promises.ts'
import { told } from '../../../../display/fee-name.ts'
import { t } from '../../../../state/locale.ts'
import { againAt, type No } from '../../../../trouble/trouble.ts'
import { noText } from '../tickets/say.ts'

export type Terms = Output<typeof disputeTerms>

/** The words of a no, of a dispute or a line in one. */
export function disputeRefusal(reply: No): string | null {
  const { reason } = (reply.details ?? {}) as { reason?: DisputeTrouble }
  if (reply.key === 'dispute_refused' && reason) return troubleText(reason)
  const time = againAt(reply)
  if (time) return t('dispute.tooOften', { time })
  return noText(reply, t('dispute.lostAnswer'))
}

/** Why a purchase cannot be disputed now. */
export function troubleText(trouble: DisputeTrouble): string {
  return t(`dispute.trouble.${trouble}`, { days: disputeDays })
}

/** Whether nothing more will happen to it. */
export function isOver({ status }: Pick<Dispute, 'status'>): boolean {
  return status === 'won' || status === 'lost' || status === 'withdrawn' || status === 'refused'
}

/** The name of a step, as far as it has one. */
export function disputeStep(what: string): string {
  return told(`dispute.step.${what}`) ?? what
}

/** What comes next; null at the end. */
export function disputeNext({ status }: Pick<Dispute, 'status'>): string | null {
  switch (status) {
    case 'opened':
    case 'sent':
    case 'evidence':
    case 'withdrawing':
      return t(`dispute.next.${status}`)
    default:
      return null
  }
}

export const disputeTones = {
  opened: 'warn',
  sent: 'warn',
  evidence: 'neg',
  withdrawing: 'warn',
  won: 'pos',
  lost: undefined,
  withdrawn: undefined,
  refused: undefined,
} as const
