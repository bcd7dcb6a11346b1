import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

/** Where Home stands, a customer's and a stranger's. */
export function HomePlace({ children }: { children: ComponentChildren }) {
  // As `Page` does it; not in the markup, which every start brings.
  useEffect(() => {
    const main = document.querySelector('main') as HTMLElement
    main.ariaLabel = document.title = 'Glaze 釉'
    main.tabIndex = -1
    if (document.activeElement === document.body) main.focus({ preventScroll: true })
  }, [])
  return <main class={home}>{children}</main>
}

const home = css`
  outline: none;
  min-height: 100vh;
  padding: calc(8px + var(--safe-top)) var(--gutter) calc(88px + var(--safe-bottom));
  /* What gets the focus comes out from under the tabs. */
  & :is(a, button) {
    scroll-margin-bottom: 128px;
  }
  & .stack {
    display: grid;
    gap: 16px;
  }
`
