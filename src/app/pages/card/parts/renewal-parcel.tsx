import type { Card } from '../../../../contract/card.ts'
import type { Renewal } from '../../../../contract/card-renewal.ts'
import { later } from '../../../chunks/later.tsx'
import { date } from '../../../display/calendar.ts'
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
  if (parcel?.state === 'returned') {
    const way = <a href={ticket(t('renewal.returned.ticket'))}>{t('mend.service')}</a>
    return <Notice tone="warn" text={t('renewal.returned', { date: date(parcel.time) })} action={way} />
  }
  const text = parcel ? t(`renewal.${parcel.state}`, { date: date(parcel.time) }) : t('renewal.mailed')
  const way = <a href={link('activateCard', { id: refId })}>{t('card.mend.activate')}</a>
  return (
    <>
      {/* Once the old plastic has expired the note above leads there. */}
      {card.status !== 'inactive' && <Notice tone="info" text={text} action={way} />}
      {parcel?.tracking && <Tracking of={parcel.tracking} />}
      <Button kind="quiet" href={ticket(t('renewal.notCome.ticket'))}>
        {t('renewal.notCome')}
      </Button>
    </>
  )
}
