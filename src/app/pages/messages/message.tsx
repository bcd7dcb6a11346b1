import { css } from 'goober'
import { useEffect, useState } from 'react'
import { get } from '../../../contract/message.ts'
import { later } from '../../chunks/later.tsx'
import { dateTime } from '../../display/calendar.ts'
import { deviceText } from '../../display/device-text.ts'
import { useLoad } from '../../loading/use-load.ts'
import { countUnread } from '../../overview.ts'
import { go, link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { loadWords, t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { Page } from '../../ui/page.tsx'
import { paper } from '../../ui/paper.ts'
import { ErrorView, Skeleton } from '../../ui/states.tsx'
import { Summary } from '../../ui/summary.tsx'
import { actionOf } from './parts/action.ts'
import { caseOf } from './parts/cases.ts'
import { amountOf, isWaiting, lookOf, type Message, readable } from './parts/kinds.ts'
import { markShelves } from './parts/shelf.ts'

const CardArrival = later(() => import('./parts/card-arrival.tsx').then(part => part.CardArrival))
const Challenge = later(async () => {
  const [{ Challenge }] = await Promise.all([
    import('./parts/challenge/challenge.tsx'),
    loadWords('challenge'),
  ])
  return Challenge
}, 360)

/** One message: all of its words, and the way to what it is about. */
export default function MessagePage({ query: { id } }: PageProps) {
  const user = useMember()
  useEffect(() => {
    if (!id) go('messageList', {}, { replace: true })
  }, [id])
  return user && id ? <Loaded id={id} /> : <Page title={t('messages.one')}>{null}</Page>
}

function Loaded({ id }: { id: string }) {
  const { data, state, refusal, status, reload } = useLoad(get, { id })
  useEffect(() => {
    if (!data) return
    markShelves(message => message.id === data.id)
    countUnread()
  }, [data])
  if (data?.noticeType === 'challenge')
    return (
      <Page title={t('messages.type.challenge')}>
        <Challenge id={id} />
      </Page>
    )
  if (data) return <Told message={data} onKnown={reload} />
  return (
    <Page title={t('messages.one')}>
      {state === 'loading' && <Skeleton rows={2} />}
      {state === 'failed' && <ErrorView text={refusal} status={status} onRetry={reload} />}
    </Page>
  )
}

function Told({ message, onKnown }: { message: Message; onKnown: () => void }) {
  const [isMoved, setMoved] = useState(false)
  const { kind } = message
  const waits = isWaiting(message)
  const action = actionOf(message)
  return (
    <Page
      title={t(`messages.kind.${kind}`)}
      footer={action && !waits && <Button href={action.href}>{t(`messages.action.${action.name}`)}</Button>}
    >
      {!isMoved && <Words message={message} />}
      {waits && <CardArrival message={message} onMoved={() => setMoved(true)} onKnown={onKnown} />}
      {!isMoved && <About message={message} />}
      {kind === 'balance' && (
        <p class="cap">
          {t('messages.notMe')}
          <a href={link('service')}>{t('messages.contact')}</a>
        </p>
      )}
    </Page>
  )
}

function Words({ message }: { message: Message }) {
  const { kind, title, content } = message
  const { icon, tone } = lookOf(message)
  const amount = kind === 'balance' ? amountOf(message) : null
  return (
    <article class={`${paper} ${box}`}>
      <i data-tone={tone}>
        <Icon name={icon} />
      </i>
      {amount && (
        <p class="sum">
          <Money {...amount} />
        </p>
      )}
      <h2>{amount ? t(caseOf(message).name) : readable(title)}</h2>
      <p class="words">{readable(content)}</p>
    </article>
  )
}

function About({ message: { params, createTime } }: { message: Message }) {
  const isFee = params.fee && /[1-9]/.test(params.fee)
  return (
    <Summary
      label={t('messages.facts')}
      items={[
        { label: t('messages.fact.merchant'), value: params.merchant },
        {
          label: t('messages.fact.card'),
          value: params.last4 && t('messages.card', { last4: params.last4 }),
        },
        { label: t('messages.fact.chain'), value: params.chain },
        {
          label: t('messages.fact.fee'),
          value: isFee && <Money amount={params.fee ?? ''} currency="USD" />,
        },
        {
          label: t('messages.fact.device'),
          value: params.device && deviceText(params.device, t('messages.unknownDevice')),
        },
        { label: t('messages.fact.ip'), value: params.ip && <bdi class="num">{params.ip}</bdi> },
        {
          label: t('messages.fact.time'),
          value: <time dateTime={createTime}>{dateTime(createTime)}</time>,
        },
      ]}
    />
  )
}

const box = css`
  display: grid;
  gap: 8px;
  justify-items: start;
  padding: 20px 16px;
  & i {
    display: grid;
    place-items: center;
    width: 48px;
    height: 48px;
    margin-bottom: 4px;
    border-radius: 16px;
    background: var(--accent-soft);
    color: var(--accent);
  }
  & [data-tone="neg"] {
    background: var(--neg-soft);
    color: var(--neg);
  }
  & [data-tone="warn"] {
    background: var(--warn-soft);
    color: var(--warn);
  }
  & .sum {
    font-size: 2rem;
    line-height: 2.375rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & h2 {
    font-size: 1.0625rem;
    line-height: 1.5rem;
  }
  & .words {
    color: var(--text-2);
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`
