import { css } from 'goober'
import type { UserInfo } from '../../../../../contract/account.ts'
import { maskEmail } from '../../../../../contract/mask.ts'
import { NameText } from '../../../../display/name-text.tsx'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'

const tones = {
  none: 'warn',
  draft: 'warn',
  pending: 'info',
  reject: 'neg',
  need_more: 'warn',
  approved: 'pos',
  expired: 'warn',
} as const

function CertChip({ status }: { status: UserInfo['certStatus'] }) {
  return <Chip tone={tones[status]}>{t(`account.cert.${status}`)}</Chip>
}

/** Who is signed in. */
export function Me({ user: { email, nickname, certStatus } }: { user: UserInfo }) {
  const [first = ''] = nickname ?? email
  return (
    <div class={box}>
      <i aria-hidden="true">{first.toUpperCase()}</i>
      <p>
        {nickname && <b>{nickname}</b>}
        <span data-alone={nickname ? undefined : ''}>
          <NameText of={maskEmail(email)} />
        </span>
        <CertChip status={certStatus} />
      </p>
    </div>
  )
}

/** Nobody is signed in: two ways in. */
export function Nobody() {
  return (
    <div class={box}>
      <i aria-hidden="true">釉</i>
      <p>
        <b>{t('account.me.hello')}</b>
        <span class="cap">{t('account.me.helloText')}</span>
      </p>
      <div class="ways">
        <Button href={link('login')}>{t('account.login.action')}</Button>
        <Button kind="plain" href={link('register')}>
          {t('account.login.register')}
        </Button>
      </div>
    </div>
  )
}

const box = css`
  display: flex;
  flex-wrap: wrap;
  gap: 14px;
  align-items: center;
  padding: 4px 0 8px;
  & i {
    display: grid;
    place-items: center;
    flex: none;
    margin-inline-start: 4px;
    width: 60px;
    height: 60px;
    border-radius: 20px;
    background: radial-gradient(120% 140% at 15% 0, #c9ded3, #7fae9e);
    color: #14352e;
    font-size: 24px;
    font-style: normal;
    font-weight: 600;
  }
  & p {
    display: grid;
    flex: 1;
    min-width: 0;
    gap: 4px;
    justify-items: start;
  }
  & b,
  & [data-alone] {
    font-size: 1.0625rem;
    line-height: 1.5rem;
    font-weight: 600;
  }
  & :is(b, bdi) {
    overflow-wrap: anywhere;
  }
  & .ways > * {
    flex: 1 1 auto;
    width: auto;
    white-space: nowrap;
  }
  & .ways {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    width: 100%;
  }
`
