import { refundWatches } from '../../../../../contract/refund.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { List, Row } from '../../../../ui/list.tsx'
import { Money } from '../../../../ui/money.tsx'

/** The way to the refunds that are waited for, with what is out; as high before it is known. */
export function RefundSum() {
  const { data } = useLoad(refundWatches, {})
  const [sum] = data?.sums ?? []
  const count = data?.list.length ?? 0
  const late = data?.list.filter(({ isLate }) => isLate).length ?? 0
  return (
    <List>
      <Row
        icon="rotate-ccw"
        {...(late > 0 && { tone: 'warn' as const })}
        title={t('refund.all')}
        note={data ? countText(count, late) : '…'}
        value={sum && <Money amount={sum.left} currency={sum.currency} />}
        href={link('bill', { refund: 'list' })}
      />
    </List>
  )
}

function countText(count: number, late: number): string {
  if (count === 0) return t('refund.count.none')
  return late > 0 ? t('refund.count.late', { count, late }) : t('refund.count', { count })
}
