import { useEffect, useRef, useState } from 'react'
import { type UserInfo, updateUserInfo } from '../../../../../contract/account.ts'
import { phoneZone } from '../../../../preferences/zone.ts'
import { refusalText, type Sent, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { updateUser } from '../../../../state/session.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { List, Row } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { type Option, Options } from '../options.tsx'
import { zoneOptions } from './zone-names.ts'

/** The phone's own zone, or one that stays wherever the phone is. */
export function TimeZone({ user, onDone }: { user: UserInfo; onDone: () => void }) {
  const [options, setOptions] = useState<Option[] | null>(null)
  const [trouble, tell] = useState<string | null>(null)
  const last = useRef<object | null>(null)
  useEffect(() => {
    zoneOptions().then(setOptions)
  }, [])

  async function choose(wanted: Sent<typeof updateUserInfo>) {
    feel('selection')
    last.current = wanted
    const reply = await send(updateUserInfo, wanted)
    if (last.current !== wanted) return
    if (!reply.ok) return tell(refusalText(reply))
    updateUser(reply.data)
    onDone()
  }

  return (
    <>
      <p class="cap">{t('account.zone.about')}</p>
      <Notice text={trouble} />
      <List>
        <Row
          icon="smartphone"
          title={t('account.zone.phone')}
          note={phoneZone()}
          value={!user.timezoneFixed && <Icon name="check" size={20} />}
          onPress={() => choose({ timezone: phoneZone(), timezoneFixed: false })}
        />
      </List>
      {options ? (
        <Options
          label={t('account.zone')}
          options={options}
          value={user.timezoneFixed ? user.timezone : ''}
          onPick={timezone => choose({ timezone, timezoneFixed: true })}
        />
      ) : (
        <Skeleton rows={6} />
      )}
    </>
  )
}
