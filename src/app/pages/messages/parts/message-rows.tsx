import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { declineWord } from '../../../display/decline-word.ts'
import { InLine } from '../../../display/in-line.tsx'
import { NameText } from '../../../display/name-text.tsx'
import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { List, Row } from '../../../ui/list.tsx'
import { Money } from '../../../ui/money.tsx'
import { ownAmount } from '../../../ui/own-amount.ts'
import { when } from '../../../ui/when.ts'
import { caseOf } from './cases.ts'
import { amountOf, lookOf, type Message, readable } from './kinds.ts'

/** Messages as text: what happened, the beginning of the words, when. */
export function TextRows({ rows, label }: { rows: Message[]; label: string }) {
  return (
    <List label={label}>
      {rows.map(message => (
        <Row
          key={message.id}
          {...lookOf(message)}
          title={<Title isRead={message.isRead}>{readable(message.title)}</Title>}
          note={
            <>
              <span class={excerpt}>{readable(message.content)}</span>
              <Time at={message.createTime} />
            </>
          }
          href={link('message', { id: message.id })}
        />
      ))}
    </List>
  )
}

/** Notices of money: the sum first, then what it was and where. */
export function BalanceRows({ rows, label }: { rows: Message[]; label: string }) {
  return (
    <List label={label}>
      {rows.map(message => {
        const amount = amountOf(message)
        const place = placeOf(message)
        const { noticeType } = message
        const name = t(caseOf(message).name)
        return (
          <Row
            key={message.id}
            {...lookOf(message)}
            title={
              <Title isRead={message.isRead}>
                {amount ? <Money {...amount} /> : readable(message.title)}
              </Title>
            }
            note={
              <>
                <span class={what}>
                  {noticeType === 'converted' ? (
                    <>
                      {name} <bdi>{place}</bdi>
                    </>
                  ) : (
                    <InLine of={[name, place]} />
                  )}
                </span>
                <Why of={message} />
                <Time at={message.createTime} />
              </>
            }
            href={link('message', { id: message.id })}
          />
        )
      })}
    </List>
  )
}

/** Who or what was at the other end, or what a conversion gave. */
function placeOf({ noticeType, params: { merchant, last4, chain, received = '' } }: Message) {
  if (noticeType === 'converted') return `→ ${ownAmount({ amount: received, currency: 'USDT' })}`
  return (merchant && <NameText of={merchant} />) || (last4 ? t('messages.card', { last4 }) : chain)
}

/** Why a purchase was declined. */
function Why({ of: { noticeType, params } }: { of: Message }) {
  if (noticeType !== 'declined' || !params.reason) return null
  return <span class={what}>{declineWord(params.reason)}</span>
}

function Title({ isRead, children }: { isRead: boolean; children: ComponentChildren }) {
  return (
    <span class={title} data-unread={isRead ? undefined : ''}>
      {!isRead && <span class="sr">{t('messages.unread')}</span>}
      {children}
    </span>
  )
}

function Time({ at }: { at: string }) {
  return (
    <time class={time} dateTime={at}>
      {when(at)}
    </time>
  )
}

const title = css`
  &[data-unread] {
    font-weight: 600;
  }
  &[data-unread]::before {
    content: "";
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-inline-end: 6px;
    border-radius: 50%;
    background: var(--seal);
    vertical-align: .12em;
  }
`
const excerpt = css`
  word-break: normal;
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  color: var(--text-2);
`
const what = css`
  display: block;
  color: var(--text-2);
`
const time = css`
  display: block;
`
