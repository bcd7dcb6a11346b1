import { useEffect } from 'react'
import type { UserInfo } from '../../../contract/account.ts'
import { countUnread, unread } from '../../overview.ts'
import { renewUser } from '../../renew-user.ts'
import { link } from '../../routing/hash-location.tsx'
import { t } from '../../state/locale.ts'
import { session } from '../../state/session.ts'
import { isTelegram } from '../../telegram/telegram.ts'
import { Chip } from '../../ui/chip.tsx'
import { List, Row } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { HomeScreen } from './parts/own/home-screen.tsx'
import { LogOut } from './parts/own/log-out.tsx'
import { Me, Nobody } from './parts/own/me.tsx'
import { Preferences } from './parts/own/preferences.tsx'
import { Recommend } from './parts/own/recommend.tsx'
import { HoldNotice } from './parts/security/hold-notice.tsx'

/** Me: who I am, how safe it is, how the app behaves, and the way out. */
export default function User() {
  const user = session.value?.user
  return (
    <Page title={t('tab.user')} isTabPage>
      {user ? <Mine user={user} /> : <Nobody />}
      <Preferences user={user} />
      {user && <Recommend code={user.referCode} />}
      {isTelegram() && <HomeScreen />}
      <List label={t('account.help')}>
        <Row icon="circle-help" title={t('account.questions')} href={link('questionAndAnswer')} />
        <Row icon="headset" title={t('account.contact')} href={link('service')} />
        <Row icon="info" title={t('account.about')} href={link('about')} />
      </List>
      {user && <LogOut user={user} />}
    </Page>
  )
}

function Mine({ user }: { user: UserInfo }) {
  useEffect(() => {
    renewUser()
    countUnread()
  }, [])
  const count = unread.value
  return (
    <>
      <Me user={user} />
      <HoldNotice user={user} />
      <List label={t('account.mine')}>
        <Row
          icon="badge-check"
          title={t('account.verification')}
          note={t(`account.certNote.${user.certStatus}`)}
          href={link('kyc')}
        />
        <Row
          icon="shield-check"
          title={t('account.safety')}
          note={t('account.safety.note')}
          href={link('safeCenter')}
        />
        <Row icon="receipt" title={t('account.fees')} note={t('account.fees.note')} href={link('fees')} />
        <Row
          icon="map-pin"
          title={t('account.place.title')}
          note={t('account.place.note')}
          href={link('addressList')}
        />
        <Row
          icon="bell"
          title={t('account.messages')}
          value={count > 0 && <Chip tone="neg">{t('account.unread', { count })}</Chip>}
          href={link('messageList')}
        />
      </List>
    </>
  )
}
