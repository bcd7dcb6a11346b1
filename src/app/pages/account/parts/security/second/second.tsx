import { useState } from 'react'
import type { UserInfo } from '../../../../../../contract/account.ts'
import { renewUser } from '../../../../../renew-user.ts'
import { link } from '../../../../../routing/hash-location.tsx'
import { t } from '../../../../../state/locale.ts'
import { Button } from '../../../../../ui/button.tsx'
import { Notice } from '../../../../../ui/notice.tsx'
import { Result } from '../../../../../ui/seal.tsx'
import { HoldNotice } from '../hold-notice.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { SecondEnd } from './second-end.ts'
import { SecondOn } from './second-on.tsx'
import { SecondSetup } from './second-setup.tsx'

/** The authenticator of a customer: setting it up, its recovery codes, and its end. */
export function Second({ user }: { user: UserInfo }) {
  const [end, finish] = useState<SecondEnd | null>(null)
  const [wasOn, find] = useState(false)
  function found() {
    find(true)
    renewUser()
  }

  if (end && 'codes' in end)
    return <RecoveryCodes codes={end.codes} onKept={() => finish({ what: 'kept' })} />
  if (end) return <Done what={end.what} user={user} />
  if (user.secondFactor) {
    return (
      <>
        <Notice tone="warn" text={wasOn ? t('second.wasOn') : null} />
        <SecondOn user={user} factor={user.secondFactor} onEnd={finish} />
      </>
    )
  }
  return (
    <>
      <p>{t('second.about')}</p>
      <p class="cap">{t('second.apps')}</p>
      {user.pinSet ? <SecondSetup onEnd={finish} onWasOn={found} /> : <PinFirst />}
    </>
  )
}

function Done({ what, user }: { what: 'kept' | 'off'; user: UserInfo }) {
  return (
    <>
      <Result state="done" title={t(what === 'off' ? 'second.isOff' : 'second.isOn')}>
        <p>{t(what === 'off' ? 'second.isOffText' : 'second.isOnText')}</p>
      </Result>
      <HoldNotice user={user} />
      <Button href={link('safeCenter')}>{t('account.newPassword.back')}</Button>
    </>
  )
}

function PinFirst() {
  const back = '/pages/safeCenter/safeCenter?second=1'
  return (
    <>
      <Notice tone="warn" text={t('second.pinFirst')} />
      <Button href={link('updatePinCode', { back })}>{t('account.pin.set')}</Button>
    </>
  )
}
