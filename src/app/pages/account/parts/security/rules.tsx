import { css } from 'goober'
import { t } from '../../../../state/locale.ts'
import { Icon } from '../../../../ui/icon.tsx'

/** What a new secret should be, ticked while it is typed: each rule in words, and whether it is met. */
export function Rules({ label, rules }: { label: string; rules: [words: string, isMet: boolean][] }) {
  return (
    <ul class={ticked} aria-label={label}>
      {rules.map(([words, isMet]) => (
        <li key={words} data-met={isMet ? '' : undefined}>
          <Icon name={isMet ? 'circle-check' : 'info'} size={16} />
          <span>{words}</span>
          <span class="sr">{t(isMet ? 'account.password.met' : 'account.password.unmet')}</span>
        </li>
      ))}
    </ul>
  )
}

const ticked = css`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 14px;
  & li {
    display: flex;
    align-items: center;
    gap: 4px;
    font-size: .8125rem;
    line-height: 1.25rem;
    color: var(--text-3);
  }
  & svg {
    flex: none;
  }
  & li[data-met] {
    color: var(--pos);
  }
`
