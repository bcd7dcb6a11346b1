import { signal } from '@preact/signals'
import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks'
import { Route, Router } from 'preact-iso/router'
import { currentRoute, HashLocation, restoreScroll } from './hash-location.tsx'
import type { RouteName } from './route-names.ts'
import { attempts, type PageProps, pageAt } from './routes.ts'
import { t } from './state/locale.ts'
import { BoneRow, List } from './ui/list.tsx'
import { OfflineBanner } from './ui/offline-banner.tsx'
import { isTab, Tabs } from './ui/tabs.tsx'
import { Toasts } from './ui/toast.tsx'

const skeletonAfterMs = 200
const isSlow = signal(false)
let timer: ReturnType<typeof setTimeout> | undefined

function loadStarts() {
  clearTimeout(timer)
  timer = setTimeout(() => {
    isSlow.value = true
  }, skeletonAfterMs)
}

function loadEnds() {
  clearTimeout(timer)
  isSlow.value = false
}

export function App() {
  const name = currentRoute.value
  return (
    <HashLocation>
      <OfflineBanner />
      <Careful at={name}>
        <Router onLoadStart={loadStarts} onLoadEnd={loadEnds} onRouteChange={restoreScroll}>
          {[<Route<PageProps> key="page" default component={pageAt(name)} attempt={attempts.value} />]}
        </Router>
      </Careful>
      {isSlow.value && <Waiting />}
      {isTab(name) && <Tabs at={name as RouteName} />}
      <Toasts />
    </HashLocation>
  )
}

/** A page that breaks while it is drawn leaves a way on instead of a blank screen. */
function Careful({ at, children }: { at: string; children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary(thrown => console.error(thrown))
  const failedAt = useRef('')
  if (error && !failedAt.current) failedAt.current = at
  useEffect(() => {
    if (failedAt.current && failedAt.current !== at) {
      failedAt.current = ''
      reset()
    }
  }, [at, reset])
  if (!error) return <>{children}</>
  return (
    <main class={broken}>
      <p role="alert">{t('state.broken')}</p>
      <button type="button" onClick={reset}>
        {t('state.retry')}
      </button>
      <a href="#/">{t('state.home')}</a>
    </main>
  )
}

/** The page is on its way: an empty one in its shape. */
function Waiting() {
  return (
    <div class={waiting} aria-busy="true">
      <List>
        {[0, 1, 2, 3, 4].map(index => (
          <BoneRow key={index} />
        ))}
      </List>
    </div>
  )
}

const broken = css`
  display: grid;
  gap: 16px;
  justify-items: center;
  padding: 120px 24px;
  text-align: center;
  & button,
  & a {
    min-height: 44px;
    color: var(--accent);
    font-weight: 600;
  }
`
const waiting = css`
  position: fixed;
  inset: 0;
  z-index: 8;
  max-width: 480px;
  margin: 0 auto;
  padding: calc(64px + var(--safe-top)) var(--gutter) 0;
  background: var(--bg);
`
