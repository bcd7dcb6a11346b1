import { css } from 'goober'
import { useRef, useState } from 'react'
import type { Output } from '../../../../contract/call.ts'
import { messageSetting } from '../../../../contract/message.ts'
import { useLoad } from '../../../loading/use-load.ts'
import { link } from '../../../routing/hash-location.tsx'
import { refusalText, type Sent, send } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import { feel, isTelegram } from '../../../telegram/telegram.ts'
import { askToWrite, canAskToWrite } from '../../../telegram/write-access.ts'
import { List } from '../../../ui/list.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { ErrorView, Skeleton } from '../../../ui/states.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Channel } from './channel.tsx'
import { PushChannel } from './push-channel.tsx'

type Chosen = Output<typeof messageSetting>

const night = { from: '22:00', until: '08:00' }
const times = Array.from({ length: 48 }, (_, half) => {
  const time = `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`
  return { value: time, label: time }
})

/** Which messages also come by mail, to Telegram and to devices, and when they wait. */
export function Setting() {
  const { data, state, refusal, status, reload } = useLoad(messageSetting, {})
  const [changed, keep] = useState<Chosen | null>(null)
  const changes = useRef(0)
  const confirmed = useRef<Chosen | null>(null)
  const chosen = changed ?? data
  if (!chosen) {
    return state === 'failed' ? (
      <ErrorView text={refusal} status={status} onRetry={reload} />
    ) : (
      <Skeleton rows={6} />
    )
  }

  async function change(input: Sent<typeof messageSetting>, next: Partial<Chosen>) {
    feel('soft')
    keep({ ...(chosen as Chosen), ...next })
    changes.current += 1
    const mine = changes.current
    const reply = await send(messageSetting, input)
    if (!reply.ok) toast(refusalText(reply) ?? t('state.failed'))
    // Silence may hide a yes.
    const now = reply.ok ? reply : await send(messageSetting, {}, { background: true })
    if (now.ok) confirmed.current = now.data
    // What was changed since is not in an older answer.
    if (mine === changes.current) keep(confirmed.current)
  }

  return (
    <div class={box}>
      <p class="cap">{t('messages.setting.always')}</p>
      <Channel
        title={t('messages.setting.mail')}
        chosen={chosen.mail}
        onChange={mail => change({ mail }, { mail: { ...chosen.mail, ...mail } })}
      />
      <OnTelegram chosen={chosen} change={change} />
      {/* Inside Telegram the bot writes. */}
      {chosen.pushKey && !isTelegram() && (
        <PushChannel
          pushKey={chosen.pushKey}
          chosen={chosen.push}
          onChange={push => change({ push }, { push: { ...chosen.push, ...push } })}
        />
      )}
      <Quiet
        quiet={chosen.quiet}
        timezone={chosen.timezone}
        onChange={quiet => change({ quiet }, { quiet })}
      />
    </div>
  )
}

interface OnTelegramProps {
  chosen: Chosen
  change: (input: Sent<typeof messageSetting>, next: Partial<Chosen>) => void
}

function OnTelegram({ chosen, change }: OnTelegramProps) {
  if (chosen.telegramState === 'unbound')
    return (
      <Notice
        tone="info"
        text={t('messages.setting.unbound')}
        action={<a href={link('safeCenter')}>{t('messages.setting.bind')}</a>}
      />
    )
  const isBlocked = chosen.telegramState === 'blocked'
  const onTelegram = isBlocked ? none : chosen.telegram
  return (
    <>
      {isBlocked && (
        <Blocked onAllow={() => change({ telegram: chosen.telegram }, { telegramState: 'ready' })} />
      )}
      <Channel
        title="Telegram"
        chosen={onTelegram}
        onChange={changed => {
          const telegram = isBlocked ? { ...none, ...changed } : changed
          change({ telegram }, { telegram: { ...onTelegram, ...telegram } })
        }}
      />
    </>
  )
}

function Blocked({ onAllow }: { onAllow: () => void }) {
  const ask = async () => (await askToWrite()) && onAllow()
  if (!canAskToWrite()) return <Notice tone="warn" text={t('messages.setting.blocked')} />
  return (
    <Notice
      tone="warn"
      text={t('messages.setting.blockedHere')}
      action={
        <button type="button" onClick={ask}>
          {t('messages.setting.allow')}
        </button>
      }
    />
  )
}

const none = { system: false, balance: false, verify: false, feedback: false }

interface QuietProps {
  quiet: Chosen['quiet']
  timezone: string
  onChange: (quiet: Chosen['quiet']) => void
}

function Quiet({ quiet, timezone, onChange }: QuietProps) {
  const optionsWith = (time: string) =>
    times.some(({ value }) => value === time) ? times : [{ value: time, label: time }, ...times]
  return (
    <section>
      <h3>{t('messages.setting.quiet')}</h3>
      <List label={t('messages.setting.quiet')}>
        <SwitchRow
          icon="moon"
          title={t('messages.setting.quietOn')}
          note={t('messages.setting.quietNote')}
          isOn={quiet !== null}
          onChange={isOn => onChange(isOn ? night : null)}
        />
      </List>
      {quiet && (
        <div class="times">
          <Select
            label={t('messages.setting.from')}
            value={quiet.from}
            options={optionsWith(quiet.from)}
            onChange={from => onChange({ ...quiet, from })}
          />
          <Select
            label={t('messages.setting.until')}
            value={quiet.until}
            options={optionsWith(quiet.until)}
            onChange={until => onChange({ ...quiet, until })}
          />
          <p class="cap">{t('messages.setting.zone', { zone: timezone })}</p>
        </div>
      )}
    </section>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  & section {
    display: grid;
    gap: 8px;
  }
  & h3 {
    font-size: .9375rem;
    line-height: 1.375rem;
    color: var(--text-2);
  }
  & .times {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 12px;
  }
  & .times p {
    grid-column: 1 / -1;
  }
`
