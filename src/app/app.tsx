import { signal } from '@preact/signals'
import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks'
import { Route, Router } from 'preact-iso/router'
import { currentRoute, HashLocation, restoreScroll } from './routing/hash-location.tsx'
import type { RouteName } from './routing/route-names.ts'
import { attempts, type PageProps, pageAt } from './routing/routes.ts'
import { Waiting } from './routing/waiting.tsx'
import { t } from './state/locale.ts'
import { isSignedIn } from './state/session.ts'
import { OfflineBanner } from './ui/offline-banner.tsx'
import { isTab, Tabs } from './ui/tabs.tsx'
import { Toasts } from './ui/toast.tsx'

const skeletonAfterMs = 200
/** On any page but Home the shell has painted a skeleton already: it stays until the page is there. */
const isSlow = signal(currentRoute.value !== 'index')
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
          {[
            <Route<PageProps>
              key="page"
              default
              component={pageAt(name)}
              at={name}
              attempt={attempts.value}
              isMine={isSignedIn.value}
            />,
          ]}
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
  const [error, reset] = useErrorBoundary(thrown => {
    loadEnds()
    console.error(thrown)
  })
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
