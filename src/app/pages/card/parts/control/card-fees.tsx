import { getCardType } from '../../../../../contract/card.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { KindSummary } from '../kinds/kind-summary.tsx'

/** What a card of this kind costs to have and to use. */
export function CardFees({ cardTypeId }: { cardTypeId: string }) {
  const kind = useLoad(getCardType, { id: cardTypeId })
  return (
    <Loaded of={kind} bones={<Skeleton rows={5} />}>
      {found => (
        <>
          <KindSummary kind={found} />
          <Button kind="plain" href={link('fees')}>
            {t('card.fees.paid')}
          </Button>
        </>
      )}
    </Loaded>
  )
}
