import type { BillTable } from './tables.ts'

/** What happens next to a movement, as a key for words; null when nothing more will. */
export function nextOf({
  kind,
  status,
  steps,
}: Pick<BillTable, 'kind' | 'status'> & { steps: { what: string }[] }) {
  if (kind === 'consume' && status === 'done') return disputeNext(steps)
  const last = steps.at(-1)?.what ?? ''
  if (
    (status === 'done' && last === 'lost') ||
    (status === 'failed' && kind === 'withdraw' && last === 'orphaned')
  )
    return 'review'
  if (status !== 'pending') return null
  if (last === 'review' || last === 'held') return 'review'
  switch (kind) {
    case 'deposit':
    case 'remittance':
      return 'confirmations'
    case 'withdraw':
      return isOnChain(last) ? 'confirmations' : 'sending'
    case 'cardTransaction':
    case 'consume':
      return 'clearing'
    case 'openCard':
      // An application for a physical card takes days, an opening seconds.
      return steps[0]?.what === 'applied' ? 'application' : 'issuer'
    default:
      return 'other'
  }
}

const ofDisputes: Record<string, string> = {
  disputeOpened: 'disputeSending',
  disputeSent: 'disputeIssuer',
  disputeAnswered: 'disputeIssuer',
  disputeEvidence: 'disputeEvidence',
  disputeLeaving: 'disputeLeaving',
}
const disputeEnds = ['disputeWon', 'disputeLost', 'disputeWithdrawn', 'disputeRefused']

/** A cleared purchase goes on only while it is disputed; what came back meanwhile says nothing of that. */
function disputeNext(steps: { what: string }[]): string | null {
  const last = steps.findLast(({ what }) => what in ofDisputes || disputeEnds.includes(what))
  return ofDisputes[last?.what ?? ''] ?? null
}

function isOnChain(step: string): boolean {
  return step === 'signed' || step === 'sent' || step === 'confirming' || step === 'orphaned'
}
