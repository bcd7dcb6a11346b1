import { css } from 'goober'
import { useState } from 'react'
import type { Output } from '../../../../contract/call.ts'
import { tickets } from '../../../../contract/feedback.ts'
import { link } from '../../../hash-location.tsx'
import { refusalText, send } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { List, Row } from '../../../ui/list.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ErrorView, Skeleton } from '../../../ui/states.tsx'
import { when } from '../../../ui/when.ts'
import { useLoad } from '../../../use-load.ts'

type Rows = Output<typeof tickets>['list']

const pageSize = 10
const tones = { open: 'warn', answered: 'pos', closed: undefined } as const

/** The customer's tickets, newest first. */
export function TicketList() {
  const first = useLoad(tickets, { pageSize, page: 1 })
  const [more, add] = useState<Rows>([])
  const [page, turn] = useState(1)
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)
  const total = first.data?.total ?? 0
  const rows = unique([...(first.data?.list ?? []), ...more])

  async function loadMore() {
    setBusy(true)
    const reply = await send(tickets, { pageSize, page: page + 1 })
    setBusy(false)
    if (!reply.ok) return say(refusalText(reply))
    say(null)
    add([...more, ...reply.data.list])
    turn(page + 1)
  }

  return (
    <section class={box}>
      <h2>{t('help.tickets')}</h2>
      {first.state === 'loading' && <Skeleton rows={2} />}
      {first.state === 'failed' && !first.data && (
        <ErrorView text={first.refusal ?? undefined} onRetry={first.reload} />
      )}
      {first.data && rows.length === 0 && <p class="cap">{t('help.tickets.empty')}</p>}
      {rows.length > 0 && (
        <List label={t('help.tickets')}>
          {rows.map(({ id, number, title, status, updateTime }) => (
            <Row
              key={id}
              title={title}
              note={`${number} · ${when(updateTime)}`}
              value={<TicketState status={status} />}
              href={link('feedback', { id })}
            />
          ))}
        </List>
      )}
      <Notice text={notice} />
      {page * pageSize < total && (
        <Button kind="plain" isBusy={isBusy} onPress={loadMore}>
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

/** A ticket between two loads moves every row on by one. */
function unique(rows: Rows): Rows {
  return [...new Map(rows.map(row => [row.id, row])).values()]
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  padding-top: 12px;
  & h2 {
    font-size: 1.0625rem;
  }
`
