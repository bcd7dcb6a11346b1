import { css } from 'goober'
import { useState } from 'react'
import type { UserInfo } from '../../../../../contract/account.ts'
import { type DelayHours, delays } from '../../../../../contract/delay.ts'
import { updateWithdrawalDelay } from '../../../../../contract/safety.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { useSecondCode } from '../../../../forms/second-code.tsx'
import { type Reply, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { updateUser } from '../../../../state/session.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { plainTrouble, type Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { List } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { DelayDone, type DelayEnd } from './delay-done.tsx'
import { DelayNext } from './delay-next.tsx'
import { PinFirst } from './pin-first.tsx'

/** How long withdrawals wait by their customer's choice: what is in force, what is to be, and choosing another. */
export function Delay({ user }: { user: UserInfo }) {
  const [end, finish] = useState<DelayEnd | null>(null)
  if (end) return <DelayDone end={end} user={user} />
  return (
    <>
      <p>{t('delay.about')}</p>
      <DelayNext user={user} onKept={() => finish('kept')} />
      {user.pinSet ? (
        <Choice user={user} onEnd={finish} />
      ) : (
        <PinFirst text={t('delay.pinFirst')} back="/pages/safeCenter/safeCenter?delay=1" />
      )}
      <p class="cap">{t('delay.counts')}</p>
    </>
  )
}

function Choice({ user: { delay }, onEnd }: { user: UserInfo; onEnd: (end: DelayEnd) => void }) {
  const now = delay?.hours ?? 0
  const [wanted, want] = useState<DelayHours | null>(null)
  const { withSecond, part } = useSecondCode()
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const isShorter = wanted !== null && wanted < now

  function take(reply: Reply<typeof updateWithdrawalDelay>) {
    want(null)
    feel(reply.ok ? 'success' : 'error')
    if (!reply.ok) return setTrouble(troubleOf(reply))
    updateUser(reply.data)
    onEnd(isShorter ? 'asked' : wanted === now ? 'kept' : 'done')
  }

  return (
    <>
      <TroubleNotice trouble={trouble} />
      <List label={t('delay.choose')}>
        {delays.map(hours => (
          <DelayOption
            key={hours}
            hours={hours}
            now={now}
            next={delay?.next?.hours}
            onChoose={() => want(hours)}
          />
        ))}
      </List>
      <Sheet isOpen={wanted !== null} title={t('account.delay')} onClose={() => want(null)}>
        {isShorter && <Notice tone="info" text={t('delay.later', { hours: now })} />}
        {part ?? (
          <PinAsk
            label={wanted === 0 ? t('delay.pinNone') : t('delay.pin', { hours: wanted ?? 0 })}
            confirm={t('delay.confirm')}
            ask={pin =>
              withSecond(code => send(updateWithdrawalDelay, { hours: wanted ?? now, pin, ...code }))
            }
            onAnswer={take}
          />
        )}
      </Sheet>
    </>
  )
}

function troubleOf(reply: Reply<typeof updateWithdrawalDelay>): Trouble | null {
  const plain = plainTrouble(reply)
  if (!plain || reply.ok || reply.details?.reason !== 'secrets_changed') return plain
  return { ...plain, text: t('delay.secretsChanged') }
}

interface OptionProps {
  hours: DelayHours
  now: DelayHours
  next: DelayHours | undefined
  onChoose: () => void
}

/** What is in force can be chosen while something else is to be: that takes it back. */
function DelayOption({ hours, now, next, onChoose }: OptionProps) {
  const isNow = hours === now
  const isOver = hours === next || (isNow && next === undefined)
  return (
    <li class={option}>
      <button type="button" aria-pressed={isNow} disabled={isOver} onClick={onChoose}>
        <span>
          {hours === 0 ? t('delay.none') : t('delay.hours', { hours })}
          <span class="cap">{noteOf({ hours, now, next })}</span>
        </span>
        {isNow && <Icon name="check" size={20} />}
      </button>
    </li>
  )
}

function noteOf({ hours, now, next }: Omit<OptionProps, 'onChoose'>): string {
  if (hours === now) return t('delay.isNow')
  if (hours === next) return t('delay.isAsked')
  return hours > now ? t('delay.atOnce') : t('delay.after', { hours: now })
}

const option = css`
  & button {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    width: 100%;
    min-height: 64px;
    padding: 8px 16px;
    text-align: start;
  }
  & button:active:enabled {
    background: var(--sunken);
  }
  & .cap {
    display: block;
    font-weight: 400;
  }
  & svg {
    flex: none;
  }
  & [aria-pressed="true"] {
    color: var(--accent);
    font-weight: 600;
  }
`
