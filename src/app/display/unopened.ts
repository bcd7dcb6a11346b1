import type { Output } from '../../contract/call.ts'
import type { Card, detail } from '../../contract/card.ts'

/** Whether a card waits for its activation, also while a freeze is what it shows. */
export function isUnopened({ status, isInactive }: Pick<Card, 'status' | 'isInactive'>): boolean {
  return status === 'inactive' || isInactive === true
}

/** Whether an activation code may be given for a card: a new plastic is activated while the old one still works. */
export function takesCode(card: Output<typeof detail>): boolean {
  return isUnopened(card) || card.renewal?.state === 'mailed'
}
