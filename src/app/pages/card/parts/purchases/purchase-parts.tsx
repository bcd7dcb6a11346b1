import { css } from 'goober'
import type { Output } from '../../../../../contract/call.ts'
import type { cardTranscationList } from '../../../../../contract/card.ts'
import { t } from '../../../../state/locale.ts'
import { Money } from '../../../../ui/money.tsx'
import { isZero } from '../reckon.ts'

export type Purchase = Output<typeof cardTranscationList>['list'][number]

/** What a purchase's amount does not tell: approved, charged and given back where they differ. Else nothing. */
export function PurchaseParts({ of }: { of: Purchase }) {
  const { authorized, cleared, clearings, held, refunded, isForced, status } = of
  if (status === 'declined') return null
  const isCharged = !isZero(cleared)
  const standing = isCharged ? cleared : held
  const isOther = !isForced && !isZero(standing) && standing !== authorized
  const isReturned = !isZero(refunded) && isCharged && (status !== 'refunded' || refunded !== cleared)
  const sums = [
    ['authorized', isOther && authorized],
    ['cleared', isCharged && (isOther || isReturned) && cleared],
    ['held', isOther && !isZero(held) && held],
    ['refunded', isReturned && refunded],
  ] as const
  return (
    <>
      {isForced && <span class={line}>{t('card.part.forced')}</span>}
      {sums.map(
        ([name, amount]) =>
          amount && (
            <span key={name}>
              {t(`card.part.${name}`)} <Money amount={amount} currency="USD" />
            </span>
          ),
      )}
      {clearings > 1 && <span>{t('card.part.clearings', { count: clearings })}</span>}
    </>
  )
}

const line = css`
  width: 100%;
`
