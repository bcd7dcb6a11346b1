import { useState } from 'react'
import type { UserInfo } from '../../../../../contract/account.ts'
import { later } from '../../../../chunks/later.tsx'
import { t } from '../../../../state/locale.ts'
import { Row } from '../../../../ui/list.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'

const Nickname = later(() => import('./nickname.tsx').then(part => part.Nickname))
const TimeZone = later(() => import('./time-zone.tsx').then(part => part.TimeZone))

/** What the app calls the customer. */
export function NicknameRow({ user }: { user: UserInfo }) {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Row
        icon="circle-user-round"
        title={t('account.nickname')}
        value={
          <bdi class="cap" style="overflow-wrap:anywhere">
            {user.nickname ?? t('account.nickname.none')}
          </bdi>
        }
        onPress={() => open(true)}
      />
      <Sheet isOpen={isOpen} title={t('account.nickname')} onClose={() => open(false)}>
        <Nickname user={user} onDone={() => open(false)} />
      </Sheet>
    </>
  )
}

/** By which clock times are told. */
export function ZoneRow({ user }: { user: UserInfo }) {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Row
        icon="clock"
        title={t('account.zone')}
        value={<span class="cap">{user.timezoneFixed ? user.timezone : t('account.zone.phone')}</span>}
        onPress={() => open(true)}
      />
      <Sheet isOpen={isOpen} title={t('account.zone')} onClose={() => open(false)}>
        <TimeZone user={user} onDone={() => open(false)} />
      </Sheet>
    </>
  )
}
