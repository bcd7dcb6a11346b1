import { useEffect } from 'react'
import { getUser, type UserInfo } from '../../../contract/account.ts'
import { link } from '../../hash-location.tsx'
import { maskEmail } from '../../mask.ts'
import { useMember } from '../../members-only.ts'
import { send } from '../../send.ts'
import { t } from '../../state/locale.ts'
import { updateUser } from '../../state/session.ts'
import { Chip } from '../../ui/chip.tsx'
import { List, Row } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { HoldNotice } from './parts/hold-notice.tsx'
import { SafetyScore } from './parts/safety-score.tsx'
import { TelegramRow } from './parts/telegram-row.tsx'

const coming = ['sessions', 'phrase'] as const
const icons = { sessions: 'smartphone', phrase: 'message-square' } as const

/** Everything that keeps an account safe, and how far it does. */
export default function SafeCenter() {
  const user = useMember()
  useEffect(() => {
    renew()
  }, [])
  return (
    <Page title={t('account.safety')}>
      {user && (
        <>
          <HoldNotice user={user} />
          <SafetyScore user={user} />
          <Secrets user={user} />
          <List label={t('account.safety.signIn')}>
            <TelegramRow user={user} />
            <Row
              icon="history"
              title={t('account.log.title')}
              note={t('account.log.note')}
              href={link('loginLog')}
            />
            <Row
              icon="list"
              title={t('account.whitelist')}
              note={t('account.whitelistNote')}
              href={link('transferOut', { book: 1 })}
            />
          </List>
          <List label={t('account.coming')}>
            {coming.map(name => (
              <Row
                key={name}
                icon={icons[name]}
                title={t(`account.coming.${name}`)}
                note={t(`account.coming.${name}Note`)}
                value={<Chip>{t('account.coming.chip')}</Chip>}
              />
            ))}
          </List>
          <List>
            <Row icon="trash-2" tone="neg" title={t('account.delete')} href={link('cannelAccount')} />
          </List>
        </>
      )}
    </Page>
  )
}

function Secrets({ user }: { user: UserInfo }) {
  return (
    <List label={t('account.safety.secrets')}>
      <Row
        icon="key-round"
        title={t('account.password.login')}
        note={t('account.password.note')}
        href={link('updatePassword')}
      />
      <Row
        icon="lock"
        title={t('account.pin')}
        note={t('account.pin.note')}
        value={
          <Chip tone={user.pinSet ? 'pos' : 'warn'}>
            {t(user.pinSet ? 'account.pin.isSet' : 'account.pin.unset')}
          </Chip>
        }
        href={link('updatePinCode', { back: '/pages/safeCenter/safeCenter' })}
      />
      <Row icon="mail" title={t('account.email')} note={<bdi>{maskEmail(user.email)}</bdi>} />
    </List>
  )
}

async function renew() {
  const reply = await send(getUser, {}, { background: true })
  if (reply.ok) updateUser(reply.data)
}
