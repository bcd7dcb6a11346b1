import type { Card } from '../../../../../contract/card.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Result } from '../../../../ui/seal.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { isZero } from '../reckon.ts'
import type { End, EndSheet } from './ending.ts'

/** The card is over: what came back, what follows, the new card on its way or the way to one, and who needs it. */
export function Ended({
  what,
  end,
  wasUnused,
  onClose,
  onMerchants,
}: {
  what: EndSheet
  end: End
  /** It had not been activated yet. */
  wasUnused: boolean
  onClose: () => void
  onMerchants: () => void
}) {
  return (
    <>
      <Result state="done" title={t(what === 'lost' ? 'card.lost.done' : 'card.close.done')}>
        <p>{t('card.end.refunds')}</p>
      </Result>
      <Summary
        items={[
          {
            label: t('card.end.returned'),
            value: <Money amount={end.returned} currency="USDT" />,
            isTotal: true,
          },
          !isZero(end.held) && {
            label: t('card.holds'),
            value: <Money amount={end.held} currency="USD" />,
            note: t('card.end.follows'),
          },
        ]}
      />
      {end.orderId && (
        <Button href={link('payOpenCard', { orderId: end.orderId, cardTypeId: end.card.cardTypeId })}>
          {t('card.lost.order')}
        </Button>
      )}
      {what === 'lost' && !end.orderId && <Another card={end.card} wasUnused={wasUnused} />}
      {end.billId && (
        <Button kind="plain" href={link('bill', { id: end.billId })}>
          {t('card.convert.bill')}
        </Button>
      )}
      {!wasUnused && (
        <Button kind="plain" onPress={onMerchants}>
          {t('card.end.merchants')}
        </Button>
      )}
      <Button kind="quiet" onPress={onClose}>
        {t('sheet.close')}
      </Button>
    </>
  )
}

function Another({ card: { type, cardTypeId }, wasUnused }: { card: Card; wasUnused: boolean }) {
  return (
    <>
      <p class="cap">{t(wasUnused ? 'card.lost.unusedNext' : 'card.lost.none')}</p>
      {type === 'physical' ? (
        <Button href={link('makeCard', { cardTypeId, step: 1 })}>{t('card.physical')}</Button>
      ) : (
        <Button kind="plain" href={link('cardTypeList')}>
          {t('card.open')}
        </Button>
      )}
    </>
  )
}
