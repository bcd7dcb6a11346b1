import 'virtual:sprite'
import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'react'
import { InLine } from '../display/in-line.tsx'
import { back } from '../routing/hash-location.tsx'
import { t } from '../state/locale.ts'
import { isTelegram } from '../telegram/telegram.ts'
import { dot } from './dots.ts'
import { Icon } from './icon.tsx'
import { keepFocus } from './keep-focus.ts'

export interface PageProps {
  title: string
  children: ComponentChildren
  /** On the right of the header: an icon button or a short link. */
  action?: ComponentChildren
  /** Stays at the bottom: usually one primary `Button`. */
  footer?: ComponentChildren
  /** One of the four tabs: large title, no back button, room for the tab bar. */
  isTabPage?: boolean
}

/**
 * The frame of every page but Home: back, title, safe areas. In Telegram its own back button does the work. A page that goes
 * on in steps has a `key` for each.
 */
export function Page({ title, children, action, footer, isTabPage = false }: PageProps) {
  const box = useRef<HTMLDivElement>(null)
  // People who cannot see that another page is here hear its title, unless something on it has the focus.
  useEffect(() => {
    document.title = title === 'Glaze' ? title : `${title.replaceAll('\u00a0', ' ')} · Glaze`
    if (box.current?.contains(document.activeElement)) return
    box.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [title])
  useEffect(() => keepFocus(box.current, giveFocus), [])
  return (
    <div class={frame} ref={box} data-tab={isTabPage || undefined}>
      <header>
        {!isTabPage && !isTelegram() && (
          <button type="button" class="back" onClick={back} aria-label={t('page.back')}>
            <Icon name="arrow-left" />
          </button>
        )}
        <h1 tabIndex={-1}>{title.includes(dot) ? <InLine of={title.split(dot)} /> : title}</h1>
        <div class="action">{action}</div>
      </header>
      <main>{children}</main>
      {footer && <footer>{footer}</footer>}
    </div>
  )
}

const givenMs = 150

/**
 * What was pressed is gone with its step of the page: the focus goes to what the next one begins with, else to the title.
 * What comes instead, and a sheet that lies over all, see to it themselves.
 */
function giveFocus(inside: HTMLElement) {
  setTimeout(() => {
    // The page may have been left meanwhile.
    if (!inside.isConnected || document.activeElement !== document.body) return
    if (document.querySelector('dialog[open]')) return
    const first = inside.querySelector<HTMLElement>('[autofocus]') ?? inside.querySelector('h1')
    first?.focus({ preventScroll: true })
  }, givenMs)
}

const frame = css`
  display: flex;
  flex-direction: column;
  min-height: 100vh;
  min-height: var(--host-height, 100dvh);
  padding-bottom: var(--safe-bottom);
  &[data-tab] {
    padding-bottom: calc(72px + var(--safe-bottom));
  }
  & > header {
    position: sticky;
    top: 0;
    z-index: 5;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    min-height: calc(56px + var(--safe-top));
    padding: calc(4px + var(--safe-top)) var(--gutter) 4px calc(var(--gutter) - 10px);
    background: var(--bg);
  }
  & h1 {
    flex: 1;
    min-width: 6rem;
    overflow-wrap: anywhere;
    outline: none;
    padding-inline-start: 10px;
    font-size: 1.0625rem;
    line-height: 1.5rem;
  }
  & .back + h1 {
    padding-inline-start: 0;
  }
  &[data-tab] h1 {
    font-size: 1.5rem;
    line-height: 1.875rem;
  }
  & .back {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
  }
  & .action {
    display: flex;
    min-width: 44px;
    margin-inline-start: auto;
    justify-content: end;
  }
  & > main {
    flex: 1;
    display: flex;
    flex-direction: column;
    gap: 16px;
    padding: 8px var(--gutter) 24px;
  }
  /* What gets the focus comes out from under header, footer and tabs with its label, also when a keyboard takes half of the
     screen. */
  & > main :is(a, button, input, select, textarea) {
    scroll-margin: calc(88px + var(--safe-top)) 0 128px;
  }
  & p a {
    text-decoration: underline;
  }
  & > footer {
    position: sticky;
    bottom: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    padding: 12px var(--gutter) 16px;
    background: var(--bg);
  }
  & > footer:empty {
    display: none;
  }
`
