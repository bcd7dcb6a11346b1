import type { Card } from '../../../../../contract/card.ts'

/** Whether a card waits for its activation, also while a freeze is what it shows. */
export function isUnopened({ status, isInactive }: Card): boolean {
  return status === 'inactive' || isInactive === true
}
