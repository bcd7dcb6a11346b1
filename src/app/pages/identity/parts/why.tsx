import { css } from 'goober'
import { t } from '../../../state/locale.ts'
import { Icon } from '../../../ui/icon.tsx'
import { paper } from '../../../ui/paper.ts'
import { StartPicture } from './start-picture.tsx'

const needs = [
  ['file-text', 'form'],
  ['camera', 'photos'],
  ['clock', 'review'],
] as const

/** Why we ask, what it takes and how long. */
export function Why() {
  return (
    <section class={box}>
      <StartPicture />
      <h2>{t('identity.why.title')}</h2>
      <p>{t('identity.why.text')}</p>
      <ol class={paper}>
        {needs.map(([icon, name]) => (
          <li key={name}>
            <Icon name={icon} size={20} />
            <span>{t(`identity.why.${name}`)}</span>
            <span class="cap">{t(`identity.why.${name}Time`)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const box = css`
  display: grid;
  gap: 10px;
  text-align: center;
  & h2 {
    font-size: 1.25rem;
    line-height: 1.75rem;
  }
  & > p {
    color: var(--text-2);
    text-wrap: balance;
  }
  & ol {
    padding: 4px 16px;
    text-align: start;
  }
  & li {
    display: flex;
    gap: 12px;
    align-items: center;
    padding: 11px 0;
  }
  & li + li {
    border-top: 1px solid var(--line);
  }
  & li span:first-of-type {
    flex: 1;
    min-width: 0;
  }
  & li svg {
    flex: none;
    color: var(--accent);
  }
`
