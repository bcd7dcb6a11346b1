import { css } from 'goober'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Output } from '../../../../../contract/call.ts'
import { getTicket, replyFeedback } from '../../../../../contract/feedback.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { InLine } from '../../../../display/in-line.tsx'
import { useForm } from '../../../../forms/form.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { usePoll } from '../../../../loading/use-poll.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Page } from '../../../../ui/page.tsx'
import { ErrorView, Skeleton } from '../../../../ui/states.tsx'
import { when } from '../../../../ui/when.ts'
import { refHref, wordsOf } from './compose.tsx'
import { Pictures, usePictures } from './pictures.tsx'
import { inPlace, say } from './say.ts'
import { TicketState } from './ticket-list.tsx'

type Ticket = Output<typeof getTicket>

const lookEveryMs = 30_000

/** One ticket: its dialogue, by when we answer, and the next line. */
export function TicketPage({ id }: { id: string }) {
  const { data, state, refusal, status, reload } = useLoad(getTicket, { id })
  const [renewed, renew] = useState<Ticket | null>(null)
  const [replies, count] = useState(0)
  const ticket = renewed && renewed.updateTime >= (data?.updateTime ?? '') ? renewed : data
  usePoll(async () => {
    if (data) reload()
    return lookEveryMs
  }, id)
  return (
    <Page
      title={ticket ? t('help.ticket', { number: ticket.number }) : t('help.feedback')}
      action={ticket && <TicketState status={ticket.status} />}
    >
      {!ticket && state === 'loading' && <Skeleton rows={3} />}
      {!ticket && state === 'failed' && <ErrorView text={refusal} status={status} onRetry={reload} />}
      {ticket && <Dialogue ticket={ticket} />}
      {ticket && (
        <Reply
          key={replies}
          id={id}
          onDone={next => {
            renew(next)
            count(replies + 1)
          }}
        />
      )}
    </Page>
  )
}

function Dialogue({ ticket }: { ticket: Ticket }) {
  const { lines, refType, refId, status, answerBy, isEscalated } = ticket
  const isLate = answerBy !== null && new Date(answerBy) < new Date()
  return (
    <>
      <ol class={talk}>
        {lines.map(({ id, isOurs, text, pictures, createTime }) => (
          <li key={id} data-ours={isOurs || undefined}>
            <p class="cap">
              <InLine
                of={[
                  t(isOurs ? 'help.ticket.us' : 'help.ticket.you'),
                  <time key={id} dateTime={createTime}>
                    {when(createTime)}
                  </time>,
                ]}
              />
            </p>
            <p>{text}</p>
            {pictures > 0 && <p class="cap">{t('help.ticket.pictures', { count: pictures })}</p>}
          </li>
        ))}
      </ol>
      {refType && refId && (
        <Button kind="quiet" href={refHref({ refType, refId })}>
          {t(`help.ticket.${refType}`)}
        </Button>
      )}
      {isEscalated && <Notice tone="info" text={t('help.ticket.escalated')} />}
      {answerBy ? (
        <Notice
          tone={isLate ? 'warn' : 'info'}
          text={isLate ? t('help.ticket.late') : t('help.ticket.due', { time: dateTime(answerBy) })}
        />
      ) : (
        <p class="cap">{t(status === 'closed' ? 'help.ticket.closedNote' : 'help.ticket.answeredNote')}</p>
      )}
    </>
  )
}

const shapes = {
  text: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(2000, 'tooLong')),
}

function Reply({ id, onDone }: { id: string; onDone: (ticket: Ticket) => void }) {
  const draft = `ticket ${id}`
  const form = useForm(shapes, {}, draft)
  const pictures = usePictures()

  const submit = form.submit(async ({ text }) => {
    const wanted = { id, text, ...pictures.given }
    const reply = await say(draft, wanted, keyed => send(replyFeedback, keyed, inPlace))
    if (!reply.ok) return form.refuse(wordsOf(reply))
    onDone(reply.data)
  })

  return (
    <form class={box} onSubmit={submit} noValidate>
      <Field label={t('help.ticket.replyLabel')} rows={3} maxLength={2000} {...form.field('text')} />
      <Pictures of={pictures} />
      <Notice text={form.notice} />
      <Button type="submit" isBusy={form.isBusy || pictures.isBusy}>
        {t('help.ticket.reply')}
      </Button>
    </form>
  )
}

const talk = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  & li {
    display: grid;
    gap: 4px;
    max-width: 88%;
    justify-self: end;
    padding: 10px 14px;
    border-radius: 18px 18px 4px 18px;
    background: var(--accent-soft);
  }
  & [data-ours] {
    justify-self: start;
    border-radius: 18px 18px 18px 4px;
    background: var(--surface);
    box-shadow: 0 0 0 1px var(--line);
  }
  & p:not(.cap) {
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`
const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
  padding-top: 8px;
`
