import { refundWatches } from '../../../../../contract/refund.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { dots } from '../../../../ui/dots.ts'
import { List, Row } from '../../../../ui/list.tsx'
import { Money } from '../../../../ui/money.tsx'
import { stack } from '../../../../ui/stack.ts'
import { Empty, Skeleton } from '../../../../ui/states.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { dayText, leftText, toneOf } from './refund-words.ts'

/** Every refund that is waited for, the earliest day first, below what is out in all. */
export function RefundList() {
  const loaded = useLoad(refundWatches, {})
  return (
    <Loaded of={loaded} bones={<Skeleton rows={3} />}>
      {({ list, sums }) =>
        list.length === 0 ? (
          <Empty icon="rotate-ccw" text={t('refund.none')}>
            <Button kind="plain" href={link('bill', { type: 'consume' })}>
              {t('refund.none.go')}
            </Button>
          </Empty>
        ) : (
          <div class={stack}>
            {sums.map(({ currency, left, late }) => (
              <Summary
                key={currency}
                label={t('refund.sums')}
                items={[
                  {
                    label: t('refund.sum'),
                    value: <Money exact amount={left} currency={currency} />,
                    isTotal: true,
                  },
                  {
                    label: t('refund.sum.late'),
                    value: /[1-9]/.test(late) && <Money exact amount={late} currency={currency} />,
                  },
                ]}
              />
            ))}
            <List label={t('refund.all')}>
              {list.map(watch => (
                <Row
                  key={watch.id}
                  title={watch.merchant}
                  note={dots(t('refund.byDay', { date: dayText(watch.by) }), watch.note)}
                  value={<Money amount={watch.left} currency={watch.currency} />}
                  valueNote={<Chip tone={toneOf(watch)}>{leftText(watch)}</Chip>}
                  href={link('bill', { refund: watch.billId })}
                />
              ))}
            </List>
          </div>
        )
      }
    </Loaded>
  )
}
