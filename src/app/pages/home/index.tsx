import { effect } from '@preact/signals'
import { css } from 'goober'
import { useEffect } from 'preact/hooks'
import { Install } from '../../install-later.tsx'
import { hasFailed, loadOverview, overview } from '../../overview.ts'
import { Scanner } from '../../scan/scanner.tsx'
import { t } from '../../state/locale.ts'
import { isSignedIn, session } from '../../state/session.ts'
import { CardBone } from '../../ui/card-face.tsx'
import { BoneRow, List } from '../../ui/list.tsx'
import { when } from '../../ui/when.ts'
import { Hero } from './parts/hero.tsx'
import { Assets, Bills, CardStrip } from './parts/holdings.tsx'
import { InTurn } from './parts/in-turn.tsx'
import { ToDo } from './parts/to-do.tsx'
import { Welcome } from './parts/welcome.tsx'

/** Home: the whole of a customer's money at a glance, or the invitation to begin. */
export default function Home() {
  useEffect(() => {
    document.title = 'Glaze 釉'
  }, [])
  return <main class={home}>{isSignedIn.value ? <Mine /> : <Welcome />}</main>
}

function Mine() {
  const mine = overview.value?.userId === session.value?.user.id ? overview.value : null
  useEffect(() => {
    const stop = effect(() => {
      if (isSignedIn.value) loadOverview()
    })
    const renew = () => !document.hidden && loadOverview()
    addEventListener('online', renew)
    document.addEventListener('visibilitychange', renew)
    return () => {
      stop()
      removeEventListener('online', renew)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [])
  return (
    <>
      <Hero of={mine} />
      <Scanner />
      <div class="stack">
        {hasFailed.value && <Failed at={mine?.at} />}
        {mine ? (
          <InTurn>
            <ToDo of={mine} />
            <CardStrip of={mine} />
            <Assets of={mine} />
            <Bills of={mine} />
            <Install />
          </InTurn>
        ) : (
          !hasFailed.value && <Bones />
        )}
      </div>
    </>
  )
}

function Failed({ at }: { at: Date | undefined }) {
  return (
    <div class="failed" role="alert">
      <p>
        <span>{t('state.failedTitle')}</span>
        {at && <span class="cap">{t('home.stale', { time: when(at) })}</span>}
      </p>
      <button type="button" onClick={loadOverview}>
        {t('state.retry')}
      </button>
    </div>
  )
}

function Bones() {
  return (
    <>
      <CardBone />
      <List label={t('state.loading')}>
        <BoneRow />
        <BoneRow />
        <BoneRow />
      </List>
    </>
  )
}

const home = css`
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
