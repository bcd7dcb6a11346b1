import { css } from 'goober'
import { tickets } from '../../../../../contract/feedback.ts'
import { usePages } from '../../../../loading/use-pages.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { dots } from '../../../../ui/dots.ts'
import { List, Row } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { ErrorView, Skeleton } from '../../../../ui/states.tsx'
import { when } from '../../../../ui/when.ts'

const tones = { open: 'warn', answered: 'pos', closed: undefined } as const

/** The customer's tickets, newest first. */
export function TicketList() {
  const { first, rows, hasMore, isBusy, notice, more } = usePages(tickets, {
    pageSize: 10,
    keyOf: row => row.id,
  })

  return (
    <section class={box}>
      <h2>{t('help.tickets')}</h2>
      {first.state === 'loading' && <Skeleton rows={2} />}
      {first.state === 'failed' && !first.data && (
        <ErrorView text={first.refusal} status={first.status} onRetry={first.reload} />
      )}
      {first.data && rows.length === 0 && <p class="cap">{t('help.tickets.empty')}</p>}
      {rows.length > 0 && (
        <List label={t('help.tickets')}>
          {rows.map(({ id, number, title, status, updateTime }) => (
            <Row
              key={id}
              title={title}
              note={dots(number, when(updateTime))}
              value={<TicketState status={status} />}
              href={link('feedback', { id })}
            />
          ))}
        </List>
      )}
      <Notice text={notice} />
      {hasMore && (
        <Button kind="plain" isBusy={isBusy} onPress={more}>
          {t('help.tickets.more')}
        </Button>
      )}
    </section>
  )
}

export function TicketState({ status }: { status: keyof typeof tones }) {
  const tone = tones[status]
  return <Chip {...(tone && { tone })}>{t(`help.ticket.${status}`)}</Chip>
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  padding-top: 12px;
  & h2,
  & > p {
    padding: 0 4px;
  }
  & h2 {
    font-size: 1.0625rem;
  }
`
