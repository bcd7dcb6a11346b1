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
    if (!main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [])
  return <main class={home}>{children}</main>
}

const home = css`
  outline: none;
  min-height: 100vh;
  padding: calc(8px + var(--safe-top)) var(--gutter) calc(88px + var(--safe-bottom));
  & .stack {
    display: grid;
    gap: 16px;
  }
  & .failed {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding: 8px 8px 8px 16px;
    border-radius: 14px;
    background: var(--warn-soft);
    color: var(--warn);
    font-size: .9375rem;
  }
  & .failed .cap {
    display: block;
    color: inherit;
  }
  & .failed button {
    flex: none;
    min-height: 44px;
    padding: 0 12px;
    font-weight: 600;
  }
`
