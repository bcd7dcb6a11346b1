import { disputes } from '../../../../../contract/dispute.ts'
import { usePages } from '../../../../loading/use-pages.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { dots } from '../../../../ui/dots.ts'
import { List, Row } from '../../../../ui/list.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Empty, ErrorView, Skeleton } from '../../../../ui/states.tsx'
import { when } from '../../../../ui/when.ts'
import { disputeTones } from './dispute-words.ts'

/** The customer's disputes, newest first. */
export function DisputeList() {
  const { first, rows, hasMore, isBusy, notice, more } = usePages(disputes, {
    pageSize: 10,
    keyOf: row => row.id,
  })
  if (first.state === 'loading' && !first.data) return <Skeleton rows={3} />
  if (!first.data) return <ErrorView text={first.refusal} status={first.status} onRetry={first.reload} />
  if (rows.length === 0) {
    return (
      <Empty icon="message-square" text={t('dispute.none')}>
        <Button kind="plain" href={link('bill', { type: 'consume' })}>
          {t('billKind.consume')}
        </Button>
      </Empty>
    )
  }
  return (
    <>
      <List label={t('dispute.mine')}>
        {rows.map(({ id, number, billId, merchant, amount, currency, status, updateTime }) => {
          const tone = disputeTones[status]
          return (
            <Row
              key={id}
              title={merchant}
              note={dots(number, when(updateTime))}
              value={<Money amount={amount} currency={currency} />}
              valueNote={<Chip {...(tone && { tone })}>{t(`dispute.status.${status}`)}</Chip>}
              href={link('feedback', { dispute: billId })}
            />
          )
        })}
      </List>
      <Notice text={notice} />
      {hasMore && (
        <Button kind="plain" isBusy={isBusy} onPress={more}>
          {t('dispute.more')}
        </Button>
      )}
    </>
  )
}
