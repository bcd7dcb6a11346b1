import { css } from 'goober'
import { useId } from 'react'
import type { Bound } from '../../../../forms/form.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { language, t } from '../../../../state/locale.ts'

/** The agreement box: `yes` or nothing, with links to both texts. */
export function Agree({ bound }: { bound: Bound }) {
  const id = useId()
  const gap = language.value === 'en-US' ? ' ' : ''
  return (
    <div class={box}>
      <div>
        <input
          id={id}
          type="checkbox"
          checked={bound.value === 'yes'}
          aria-invalid={bound.error ? 'true' : undefined}
          aria-describedby={bound.error ? `${id}-note` : undefined}
          onChange={event => bound.onInput(event.currentTarget.checked ? 'yes' : '')}
        />
        <p>
          <label for={id}>{t('account.agree.before')}</label>
          {gap}
          <a href={link('info', { key: 'service' })}>{t('account.agree.service')}</a>
          {gap}
          {t('account.agree.and')}
          {gap}
          <a href={link('info', { key: 'privacy' })}>{t('account.agree.privacy')}</a>
        </p>
      </div>
      {bound.error && (
        <p id={`${id}-note`} class="cap" role="alert">
          {bound.error}
        </p>
      )}
    </div>
  )
}

const box = css`
  display: grid;
  gap: 4px;
  & div {
    display: flex;
    gap: 4px;
    align-items: start;
    margin-inline-start: -10px;
  }
  & input {
    flex: none;
    width: 22px;
    height: 22px;
    margin: 11px;
    accent-color: var(--accent);
    position: relative;
  }
  & input::after {
    content: "";
    position: absolute;
    inset: -11px;
  }
  & div p {
    padding: 9px 0;
    font-size: .9375rem;
    line-height: 1.625rem;
    color: var(--text-2);
  }
  & a {
    text-decoration: underline;
    text-underline-offset: 3px;
    white-space: nowrap;
  }
  & .cap {
    color: var(--neg);
  }
`
