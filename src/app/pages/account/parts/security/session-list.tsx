import { css } from 'goober'
import { useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import { sessionList, sessionRevoke } from '../../../../../contract/session.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { refusalText, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { List, Row } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { ErrorView, Skeleton } from '../../../../ui/states.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { deviceName } from './device-name.ts'
import { endedText } from './ended-text.ts'
import { methodText } from './method-text.ts'

type Session = Output<typeof sessionList>[number]

/** Where the account is signed in, this device first; each of the others, or all of them, can be logged out. */
export function SessionList() {
  const { data, state, refusal, status, reload } = useLoad(sessionList, {})
  const [wanted, want] = useState<Session | 'others' | null>(null)
  if (state === 'loading') return <Skeleton rows={3} />
  if (!data || state === 'failed') return <ErrorView text={refusal} status={status} onRetry={reload} />
  return (
    <div class={box}>
      <p class="cap">{t('account.sessions.about')}</p>
      <List label={t('account.sessions')}>
        {data.map(session => (
          <SessionRow key={session.id} session={session} onPress={() => want(session)} />
        ))}
      </List>
      {data.length > 1 ? (
        <Button kind="plain" onPress={() => want('others')}>
          {t('account.sessions.others')}
        </Button>
      ) : (
        <p class="cap">{t('account.sessions.only')}</p>
      )}
      <Sheet
        isOpen={wanted !== null}
        title={t(wanted === 'others' ? 'account.sessions.others' : 'account.sessions.one')}
        onClose={() => want(null)}
      >
        {wanted && (
          <Ending
            wanted={wanted}
            onDone={() => {
              want(null)
              reload()
            }}
          />
        )}
      </Sheet>
    </div>
  )
}

function SessionRow({ session, onPress }: { session: Session; onPress: () => void }) {
  const { device, ip, method, lastTime, current } = session
  return (
    <Row
      icon="smartphone"
      title={deviceName(device)}
      note={
        <>
          {current ? methodText(method) : t('account.sessions.used', { time: dateTime(lastTime) })}
          <br />
          <bdi class="num">{ip}</bdi>
        </>
      }
      {...(current ? { value: <Chip tone="pos">{t('account.sessions.current')}</Chip> } : { onPress })}
    />
  )
}

/** Says what will end, ends it, and says when it could not. */
function Ending({ wanted, onDone }: { wanted: Session | 'others'; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)

  async function end() {
    setBusy(true)
    say(null)
    const reply = await send(sessionRevoke, { id: wanted === 'others' ? wanted : wanted.id })
    setBusy(false)
    if (!reply.ok) return say(refusalText(reply))
    toast(endedText(reply.data.ended))
    onDone()
  }

  return (
    <>
      {wanted !== 'others' && (
        <Summary
          label={deviceName(wanted.device)}
          items={[
            { label: t('account.log.device'), value: deviceName(wanted.device) },
            { label: t('account.log.method'), value: methodText(wanted.method) },
            { label: t('account.sessions.since'), value: dateTime(wanted.createTime) },
            { label: t('account.sessions.last'), value: dateTime(wanted.lastTime) },
            { label: 'IP', value: wanted.ip },
          ]}
        />
      )}
      <p>{t(wanted === 'others' ? 'account.sessions.othersText' : 'account.sessions.oneText')}</p>
      <Notice text={notice} />
      <Button isBusy={isBusy} onPress={end}>
        {t(wanted === 'others' ? 'account.sessions.others' : 'account.sessions.one')}
      </Button>
    </>
  )
}

const box = css`
  display: grid;
  gap: 16px;
`
