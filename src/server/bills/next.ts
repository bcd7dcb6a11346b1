import type { BillTable } from './tables.ts'

/** What happens next to a movement, as a key for words; null when nothing more will. */
export function nextOf({
  kind,
  status,
  steps,
}: Pick<BillTable, 'kind' | 'status'> & { steps: { what: string }[] }) {
  if (status !== 'pending') return null
  const last = steps.at(-1)?.what ?? ''
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

function isOnChain(step: string): boolean {
  return step === 'signed' || step === 'sent' || step === 'confirming' || step === 'orphaned'
}
