import { useState } from 'react'
import type { UserInfo } from '../../../../../../contract/account.ts'
import { renewUser } from '../../../../../renew-user.ts'
import { t } from '../../../../../state/locale.ts'
import { Notice } from '../../../../../ui/notice.tsx'
import { Done } from '../done.tsx'
import { HoldNotice } from '../hold-notice.tsx'
import { PinFirst } from '../pin-first.tsx'
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
  if (end) {
    const isOff = end.what === 'off'
    return (
      <Done
        title={t(isOff ? 'second.isOff' : 'second.isOn')}
        text={t(isOff ? 'second.isOffText' : 'second.isOnText')}
      >
        <HoldNotice user={user} />
      </Done>
    )
  }
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
      {user.pinSet ? (
        <SecondSetup onEnd={finish} onWasOn={found} />
      ) : (
        <PinFirst text={t('second.pinFirst')} back="/pages/safeCenter/safeCenter?second=1" />
      )}
    </>
  )
}
