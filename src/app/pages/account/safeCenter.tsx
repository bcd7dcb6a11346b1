import type { ComponentType } from 'preact'
import { useEffect } from 'react'
import type { UserInfo } from '../../../contract/account.ts'
import { maskEmail } from '../../../contract/mask.ts'
import { later } from '../../chunks/later.tsx'
import { NameText } from '../../display/name-text.tsx'
import type { MessageKey } from '../../locales/keys.ts'
import { overview } from '../../overview.ts'
import { renewUser } from '../../renew-user.ts'
import { link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { loadWords, t } from '../../state/locale.ts'
import { Chip } from '../../ui/chip.tsx'
import { List, Row } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { HoldNotice } from './parts/security/hold-notice.tsx'
import { SafetyScore } from './parts/security/safety-score.tsx'
import { TelegramRow } from './parts/security/telegram-row.tsx'

const Freeze = later(() => import('./parts/security/freeze.tsx').then(part => part.Freeze))
const Phrase = later(() => import('./parts/security/phrase.tsx').then(part => part.Phrase))
const Delay = later(async () => {
  const [{ Delay }] = await Promise.all([import('./parts/security/delay.tsx'), loadWords('delay')])
  return Delay
})
const Second = later(async () => {
  const [{ Second }] = await Promise.all([import('./parts/security/second/second.tsx'), loadWords('second')])
  return Second
})
const Passkeys = later(async () => {
  const [{ Passkeys }] = await Promise.all([import('./parts/security/passkeys.tsx'), loadWords('passkey')])
  return Passkeys
})
const ChangeEmail = later(() => import('./parts/security/change-email.tsx').then(part => part.ChangeEmail))

/** Everything that keeps an account safe, and how far it does. */
export default function SafeCenter({ query }: PageProps) {
  const user = useMember()
  const isMember = user !== null
  useEffect(() => {
    if (isMember) renewUser()
  }, [isMember])
  const [title, Part] = partOf(query)
  return (
    <Page key={title} title={t(title)}>
      {user && <Part user={user} />}
    </Page>
  )
}

function partOf({
  change,
  second,
  phrase,
  delay,
  freeze,
  passkeys,
}: PageProps['query']): [MessageKey, ComponentType<PartProps>] {
  if (change === 'email') return ['account.changeEmail.title', ChangeEmail]
  if (second) return ['account.second', Second]
  if (phrase) return ['account.phrase', Phrase]
  if (delay) return ['account.delay', Delay]
  if (freeze) return ['account.freeze', Freeze]
  if (passkeys) return ['account.passkeys', Passkeys]
  return ['account.safety', Whole]
}

interface PartProps {
  user: UserInfo
}

function Whole({ user }: PartProps) {
  return (
    <>
      <HoldNotice user={user} />
      <SafetyScore user={user} />
      <Secrets user={user} />
      <List label={t('account.safety.signIn')}>
        <TelegramRow user={user} />
        <Row
          icon="fingerprint"
          title={t('account.passkeys')}
          note={t('account.passkeys.note')}
          href={link('safeCenter', { passkeys: 1 })}
        />
        <Row
          icon="history"
          title={t('account.log.title')}
          note={t('account.log.note')}
          href={link('loginLog')}
        />
        <Row
          icon="smartphone"
          title={t('account.sessions')}
          note={t('account.sessions.note')}
          href={link('loginLog', { tab: 'sessions' })}
        />
        <Row icon="eye" title={t('account.views')} note={t('account.views.note')} href={viewsOf(user)} />
        <Row
          icon="list"
          title={t('account.whitelist')}
          note={t('account.whitelistNote')}
          href={link('transferOut', { book: 1 })}
        />
      </List>
      <Guards user={user} />
      <List>
        <Row
          icon="download"
          title={t('account.export')}
          note={t('account.exportNote')}
          href={link('cannelAccount', { part: 'export' })}
        />
        <Row icon="trash-2" tone="neg" title={t('account.delete')} href={link('cannelAccount')} />
      </List>
    </>
  )
}

function Secrets({ user }: PartProps) {
  return (
    <List label={t('account.safety.secrets')}>
      <Row
        icon="key-round"
        title={t('account.password.login')}
        note={t('account.password.note')}
        value={user.passwordSet === false && <Chip tone="warn">{t('account.password.unset')}</Chip>}
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
      <Row
        icon="mail"
        title={t('account.email')}
        note={<NameText of={maskEmail(user.email)} />}
        href={link('safeCenter', { change: 'email' })}
      />
      <SecondRow user={user} />
    </List>
  )
}

function SecondRow({ user: { secondFactor } }: PartProps) {
  const isGoing = secondFactor?.removeAt !== undefined
  return (
    <Row
      icon="shield-check"
      title={t('account.second')}
      note={t('account.second.note')}
      value={
        <Chip tone={isGoing ? 'warn' : secondFactor ? 'pos' : undefined}>
          {t(
            isGoing ? 'account.second.goes' : secondFactor ? 'account.second.isSet' : 'account.second.unset',
          )}
        </Chip>
      }
      href={link('safeCenter', { second: 1 })}
    />
  )
}

function Guards({ user: { phraseSet, delay, frozenBy } }: PartProps) {
  return (
    <List label={t('account.guard')}>
      <Row
        icon="message-square"
        title={t('account.phrase')}
        note={t('account.phrase.note')}
        value={
          <Chip tone={phraseSet ? 'pos' : undefined}>
            {t(phraseSet ? 'account.phrase.isSet' : 'account.phrase.unset')}
          </Chip>
        }
        href={link('safeCenter', { phrase: 1 })}
      />
      <Row
        icon="clock"
        title={t('account.delay')}
        note={t('account.delay.note')}
        value={
          <Chip tone={delay?.next ? 'warn' : delay ? 'pos' : undefined}>
            {delay?.next
              ? t('account.delay.next')
              : delay
                ? t('account.delay.is', { hours: delay.hours })
                : t('account.delay.unset')}
          </Chip>
        }
        href={link('safeCenter', { delay: 1 })}
      />
      <Row
        icon="snowflake"
        tone="neg"
        title={t('account.freeze')}
        note={t('account.freeze.note')}
        value={frozenBy && <Chip tone="neg">{t('account.freeze.on')}</Chip>}
        href={link('safeCenter', { freeze: 1 })}
      />
    </List>
  )
}

/** Where to read who has seen the full number: on the card if it is known to be the only one, else the list of cards. */
function viewsOf({ id: userId }: UserInfo): string {
  const [card, another] = overview.value?.userId === userId ? overview.value.cards : []
  return card && !another
    ? link('cardDetail', { id: card.id, open: 'views' })
    : link('cardList', { open: 'views' })
}
