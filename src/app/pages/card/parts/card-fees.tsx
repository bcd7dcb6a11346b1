import { getCardType } from '../../../../contract/card.ts'
import { Loaded } from '../../../loaded.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useLoad } from '../../../use-load.ts'
import { KindFacts } from './kind-facts.tsx'

/** What a card of this kind costs to have and to use. */
export function CardFees({ cardTypeId }: { cardTypeId: string }) {
  const kind = useLoad(getCardType, { id: cardTypeId })
  return (
    <Loaded of={kind} bones={<Skeleton rows={5} />}>
      {found => <KindFacts kind={found} />}
    </Loaded>
  )
}
