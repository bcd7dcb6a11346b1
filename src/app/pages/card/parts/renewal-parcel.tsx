import type { Card } from '../../../../contract/card.ts'
import type { Renewal } from '../../../../contract/card-renewal.ts'
import { later } from '../../../chunks/later.tsx'
import { date } from '../../../display/calendar.ts'
import { isUnopened } from '../../../display/unopened.ts'
import { link } from '../../../routing/hash-location.tsx'
import { loadWords, t } from '../../../state/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

// The words of parcels are those of physical cards: most renewals have none.
const Tracking = later(() =>
  Promise.all([import('./tracking.tsx'), loadWords('physical')]).then(([part]) => part.Tracking),
)

/** The new plastic on its way: where it is as far as anybody knows, its activation, and who to tell when it does not come. */
export function RenewalParcel({ card, parcel }: { card: Card; parcel: Renewal['parcel'] }) {
  const { id: refId } = card
  const ticket = (question: string) => link('feedback', { refType: 'card', refId, question })
  // A card is renewed once it was activated: what is not any more has an old plastic that expired.
  const isExpired = isUnopened(card)
  if (parcel?.state === 'returned') {
    const way = <a href={ticket(t('renewal.returned.ticket'))}>{t('mend.service')}</a>
    const text = t(isExpired ? 'renewal.expired.returned' : 'renewal.returned', { date: date(parcel.time) })
    return <Notice tone="warn" text={text} action={way} />
  }
  const place = parcel ? t(`renewal.${parcel.state}`, { date: date(parcel.time) }) : t('renewal.mailed')
  const way = <a href={link('activateCard', { id: refId })}>{t('card.mend.activate')}</a>
  return (
    <>
      <Notice
        tone={isExpired ? 'warn' : 'info'}
        text={isExpired ? t('renewal.expired') : place}
        // The note above leads there, unless a freeze is what it tells of.
        action={card.status !== 'inactive' && way}
      />
      {parcel?.tracking && <Tracking of={parcel.tracking} />}
      <Button kind="quiet" href={ticket(t('renewal.notCome.ticket'))}>
        {t('renewal.notCome')}
      </Button>
    </>
  )
}
