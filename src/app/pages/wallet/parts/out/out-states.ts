import type { Withdrawal, WithdrawalStatus } from '../../../../../contract/withdrawal.ts'
import { told } from '../../../../display/fee-name.ts'
import { t } from '../../../../state/locale.ts'
import type { Step, StepState } from '../../../../ui/steps.tsx'

export const tones = {
  review: 'info',
  queued: 'info',
  sent: 'info',
  confirming: 'info',
  done: 'pos',
  failed: 'neg',
  cancelled: undefined,
  held: 'warn',
} as const satisfies Record<WithdrawalStatus, string | undefined>

/** Nothing more will happen. */
export function isOver({ status }: Pick<Withdrawal, 'status'>): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled'
}

const way = ['review', 'queued', 'sent', 'confirming', 'done'] as const

/** The way of a withdrawal, step by step; `left` is how long it can be taken back at leisure. */
export function stepsOf(of: Withdrawal, left: string | null): Step[] {
  const { status, confirms, required } = of
  const at = placeOf(of)
  const stateOf = (index: number): StepState => {
    if (status === 'done' || index < at) return 'done'
    if (index > at) return 'next'
    return status === 'failed' ? 'failed' : 'now'
  }
  const notes: Partial<Record<WithdrawalStatus, string | undefined>> = {
    review: of.isCancellable ? t('wallet.out.note.review') : undefined,
    queued: left && of.isCancellable ? t('wallet.out.note.leisure', { left }) : t('wallet.out.note.queued'),
    sent: t('wallet.out.note.sent'),
  }
  return way
    .map((name, index) => ({
      label: t(`wallet.out.step.${name}`, { confirms, required }),
      state: stateOf(index),
      note: status === name ? notes[name] : undefined,
    }))
    .slice(at === 0 ? 0 : 1, status === 'failed' ? at + 1 : way.length)
}

/** Where on its way it is, or where that ended; only what is in review, or ended there, shows that step. */
function placeOf({ status, txId }: Withdrawal): number {
  // What our people refuse was never sent.
  if (status === 'failed' && !txId) return 0
  if (status === 'failed' || status === 'held') return txId ? 2 : 1
  return way.indexOf(status as (typeof way)[number])
}

/** Why it failed or waits for us, in words; null when there is nothing to say. */
export function reasonText(reason: string | null): string | null {
  return reason === null ? null : (told(`wallet.out.reason.${reason}`) ?? t('wallet.out.reason.other'))
}
