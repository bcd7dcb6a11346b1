import type { Card } from '../../../../../contract/card.ts'
import { isOver } from '../order.ts'
import { Debt } from './debt.tsx'

/** What is owed on cards that are over, which nothing else on the card tab shows. */
export function Debts({ all }: { all: Card[] }) {
  return all.filter(isOver).map(card => <Debt key={card.id} of={card} />)
}
