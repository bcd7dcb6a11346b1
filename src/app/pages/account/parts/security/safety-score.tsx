import { css } from 'goober'
import type { UserInfo } from '../../../../../contract/account.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { paper } from '../../../../ui/paper.ts'
import { Progress } from '../../../../ui/steps.tsx'

/** What protects the account already, and the next thing that would. */
export function SafetyScore({ user }: { user: UserInfo }) {
  const { pinSet, certified, secondFactor, passkeySet } = user
  const steps = [
    { label: t('account.score.email'), isDone: true, href: '' },
    {
      label: t('account.score.pin'),
      isDone: pinSet,
      href: link('updatePinCode', { back: '/pages/safeCenter/safeCenter' }),
    },
    { label: t('account.score.cert'), isDone: certified, href: link('kyc') },
    {
      label: t('account.second'),
      isDone: secondFactor !== undefined,
      href: link('safeCenter', { second: 1 }),
    },
    { label: t('account.passkeys'), isDone: passkeySet === true, href: link('safeCenter', { passkeys: 1 }) },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  const title = t('account.score.title', { done, all: steps.length })
  return (
    <section class={`${paper} ${box}`}>
      <h2>{title}</h2>
      <Progress value={done} max={steps.length} />
      <ul>
        {steps.map(({ label, isDone, href }) => (
          <li key={label} data-done={isDone ? '' : undefined}>
            <Icon name={isDone ? 'circle-check' : 'circle-alert'} size={18} />
            {isDone ? <span>{label}</span> : <a href={href}>{t('account.score.mend', { what: label })}</a>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const box = css`
  display: grid;
  gap: 12px;
  padding: 16px;
  & li {
    display: flex;
    gap: 6px;
    align-items: center;
    min-height: 36px;
    font-size: .9375rem;
    color: var(--warn);
  }
  & li[data-done] {
    color: var(--pos);
  }
  & a {
    display: grid;
    place-items: center;
    min-height: 44px;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`
