import { useRef, useState } from 'react'
import type { UserInfo } from '../../../../../contract/account.ts'
import { type Passkey, passkeys } from '../../../../../contract/passkey.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { canPasskey } from '../../../../passkeys/can-passkey.ts'
import { passkeysHere } from '../../../../passkeys/here.ts'
import { renewUser } from '../../../../renew-user.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { canBiometry } from '../../../../telegram/can-biometry.ts'
import { Button } from '../../../../ui/button.tsx'
import { dots } from '../../../../ui/dots.ts'
import { List, Row } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { Empty, ErrorView, Skeleton } from '../../../../ui/states.tsx'
import { PasskeyAdd } from './passkey-add.tsx'
import { PasskeyEdit } from './passkey-edit.tsx'
import { passkeyName } from './passkey-name.ts'
import { TelegramBiometrics } from './telegram-biometrics.tsx'

/** The passkeys of a customer: what they are for, those there are, and one more. */
export function Passkeys({ user }: { user: UserInfo }) {
  const { data, state, refusal, status, reload } = useLoad(passkeys, {})
  const [shownId, show] = useState<string | null>(null)
  const shown = data?.find(({ id }) => id === shownId)

  function change() {
    show(null)
    reload()
    renewUser()
  }

  const idsBefore = useRef<string | null>(null)
  const ids = data?.map(({ id }) => id).join() ?? null
  idsBefore.current ??= ids

  if (state === 'loading') return <Skeleton rows={3} />
  if (!data) return <ErrorView text={refusal} status={status} onRetry={reload} />
  return (
    <>
      <p>{t('passkey.about')}</p>
      <Notice
        tone="info"
        text={ids === idsBefore.current ? null : t('passkey.elseIn')}
        action={<a href={link('loginLog', { tab: 'sessions' })}>{t('account.sessions')}</a>}
      />
      {data.length === 0 && <Empty icon="fingerprint" text={t('passkey.none')} />}
      {data.length > 0 && (
        <List label={t('passkey.list')}>
          {data.map(row => (
            <PasskeyRow key={row.id} row={row} onPress={() => show(row.id)} />
          ))}
        </List>
      )}
      {!isConfirming(data) && <AddPasskey user={user} onAdded={change} />}
      <p class="cap">{t('passkey.hold')}</p>
      <Sheet isOpen={shown !== undefined} title={t('account.passkeys')} onClose={() => show(null)}>
        {shown && <PasskeyEdit row={shown} onDone={change} />}
      </Sheet>
    </>
  )
}

/** Inside Telegram, a phone that confirms already: there is no more to add. */
function isConfirming(rows: readonly Passkey[]): boolean {
  return canBiometry() && rows.some(({ id, pays }) => pays && passkeysHere().includes(id))
}

function PasskeyRow({ row, onPress }: { row: Passkey; onPress: () => void }) {
  const { kind, lastTime, synced, pays } = row
  const used = lastTime ? t('passkey.used', { time: dateTime(lastTime) }) : t('passkey.unused')
  return (
    <Row
      icon="fingerprint"
      title={<bdi>{passkeyName(row)}</bdi>}
      note={dots(
        used,
        kind === 'telegram' && 'Telegram',
        synced && t('passkey.synced'),
        pays && t('passkey.pay'),
      )}
      onPress={onPress}
    />
  )
}

function AddPasskey({ user, onAdded }: { user: UserInfo; onAdded: () => void }) {
  const [isOpen, open] = useState(false)
  const inTelegram = canBiometry()
  if (!canPasskey() && !inTelegram) return <Notice tone="info" text={t('passkey.elsewhere')} />
  if (!user.pinSet) {
    const back = '/pages/safeCenter/safeCenter?passkeys=1'
    return (
      <>
        <Notice tone="warn" text={t('passkey.pinFirst')} />
        <Button href={link('updatePinCode', { back })}>{t('account.pin.set')}</Button>
      </>
    )
  }
  if (inTelegram) return <TelegramBiometrics onAdded={onAdded} />
  return (
    <>
      <Button onPress={() => open(true)}>{t('passkey.add')}</Button>
      <Sheet isOpen={isOpen} title={t('passkey.add')} onClose={() => open(false)}>
        <PasskeyAdd
          onAdded={() => {
            open(false)
            onAdded()
          }}
        />
      </Sheet>
    </>
  )
}
