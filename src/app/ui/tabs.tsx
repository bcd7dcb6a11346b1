import { css } from 'goober'
import { link } from '../routing/hash-location.tsx'
import type { RouteName } from '../routing/route-names.ts'
import { t } from '../state/locale.ts'
import { Icon } from './icon.tsx'

const tabs = [
  { name: 'index', icon: 'house' },
  { name: 'card', icon: 'credit-card' },
  { name: 'invite', icon: 'user-plus' },
  { name: 'user', icon: 'circle-user-round' },
] as const

/** Whether a route is one of the tabs, and so wears the tab bar. */
export function isTab(name: string): boolean {
  return tabs.some(tab => tab.name === name)
}

/**
 * The tab bar. Changing tabs replaces: back never walks through them. The style sheet takes the invite tab away where the
 * document says so (`data-invite`): the bar is painted before anybody could ask.
 */
export function Tabs({ at }: { at: RouteName }) {
  return (
    <nav class={bar} aria-label={t('tabs.label')}>
      {tabs.map(({ name, icon }) => (
        <a key={name} href={link(name)} data-replace aria-current={name === at ? 'page' : undefined}>
          <u>
            <Icon name={icon} size={22} />
          </u>
          <span>{t(`tab.${name}`)}</span>
        </a>
      ))}
    </nav>
  )
}

const bar = css`
  position: fixed;
  inset: auto 0 0 0;
  z-index: 10;
  display: flex;
  max-width: 480px;
  margin: 0 auto;
  padding: 6px 8px calc(6px + var(--safe-bottom));
  background: var(--bg);
  border-top: 1px solid var(--line);
  & a {
    flex: 1;
    display: block;
    padding: 2px 0;
    color: var(--text-3);
    font-size: .75rem;
    line-height: 1rem;
    text-align: center;
  }
  & u {
    display: grid;
    place-items: center;
    width: 56px;
    height: 32px;
    margin: 0 auto 2px;
    border-radius: 16px;
    text-decoration: none;
  }
  & [aria-current] {
    color: var(--accent);
    font-weight: 600;
  }
  & [aria-current] u {
    background: var(--accent-soft);
  }
  & [aria-current] svg {
    stroke-width: 2.25;
  }
`
