import { css } from 'goober'
import { useRef, useState } from 'react'
import type { UserInfo } from '../../../../../contract/account.ts'
import { freezeAccount } from '../../../../../contract/safety.ts'
import { later } from '../../../../chunks/later.tsx'
import { link } from '../../../../routing/hash-location.tsx'
import { refusalText, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { updateUser } from '../../../../state/session.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { paper } from '../../../../ui/paper.ts'
import { Result } from '../../../../ui/seal.tsx'
import { Done } from './done.tsx'
import { HoldNotice } from './hold-notice.tsx'

const UnfreezeForm = later(() => import('./unfreeze-form.tsx').then(part => part.UnfreezeForm))

/** Stopping the money of the account: what it does, the one press that does it, and the way back. */
export function Freeze({ user }: { user: UserInfo }) {
  const wasFrozen = useRef(false)
  if (user.frozenBy) wasFrozen.current = true
  if (user.frozenBy === 'operator') return <ByUs />
  if (user.frozenBy) return <Frozen user={user} />
  return wasFrozen.current ? <Unfrozen user={user} /> : <Ask />
}

function Ask() {
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)

  async function freeze() {
    setBusy(true)
    say(null)
    const reply = await send(freezeAccount, {})
    setBusy(false)
    if (!reply.ok) return say(refusalText(reply))
    feel('success')
    updateUser(reply.data)
  }

  return (
    <div class={box}>
      <p>{t('account.freeze.about')}</p>
      <ul class={paper}>
        {(['withdraw', 'money', 'cards', 'sessions'] as const).map(what => (
          <li key={what}>
            <Icon name="ban" size={18} />
            {t(`account.freeze.${what}`)}
          </li>
        ))}
      </ul>
      <p>{t('account.freeze.goesOn')}</p>
      <p class="cap">{t('account.freeze.way')}</p>
      <Notice text={notice} />
      <Button isBusy={isBusy} onPress={freeze}>
        {t('account.freeze.action')}
      </Button>
      <Button kind="quiet" href={link('safeCenter')}>
        {t('account.newPassword.back')}
      </Button>
    </div>
  )
}

function Frozen({ user }: { user: UserInfo }) {
  return (
    <div class={box}>
      <Result state="done" title={t('account.freeze.done')}>
        <p>{t('account.freeze.is')}</p>
      </Result>
      <h2>{t('account.unfreeze')}</h2>
      <p>{t('account.freeze.first')}</p>
      <Button kind="plain" href={link('updatePassword')}>
        {t('account.newPassword.title')}
      </Button>
      <UnfreezeForm user={user} />
    </div>
  )
}

function ByUs() {
  return (
    <>
      <Notice tone="warn" text={t('account.freeze.byUs')} />
      <Button href={link('service')}>{t('account.contact')}</Button>
    </>
  )
}

function Unfrozen({ user }: { user: UserInfo }) {
  return (
    <Done title={t('account.unfreeze.done')} text={t('account.unfreeze.doneText')}>
      <HoldNotice user={user} />
    </Done>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  & ul {
    display: grid;
    gap: 12px;
    padding: 16px;
  }
  & li {
    display: flex;
    gap: 10px;
    align-items: center;
  }
  & li > svg {
    flex: none;
    color: var(--neg);
  }
`
