import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { installRow } from '../../install/install.ts'
import { useReturn } from '../../loading/use-return.ts'
import { hasFailed, loadOverview, overview } from '../../overview.ts'
import { Scanner } from '../../scan/scanner.tsx'
import { HomePlace } from '../../start/home-place.tsx'
import { t } from '../../state/locale.ts'
import { isSignedIn, session } from '../../state/session.ts'
import { CardBone } from '../../ui/card-face.tsx'
import { BoneRow, List } from '../../ui/list.tsx'
import { whenInside } from '../../ui/when.ts'
import { Hero } from './parts/hero.tsx'
import { Assets, Bills, CardStrip } from './parts/holdings.tsx'
import { InTurn } from './parts/in-turn.tsx'
import { loadToDoEarly, toDoPart } from './parts/to-do-part.ts'

loadToDoEarly()

/** Home of a customer: the whole of their money at a glance. */
export default function Home() {
  const mine = overview.value?.userId === session.value?.user.id ? overview.value : null
  const ToDo = mine && toDoPart(mine)
  useEffect(() => {
    return effect(() => {
      if (isSignedIn.value) loadOverview()
    })
  }, [])
  useReturn(loadOverview)
  return (
    <HomePlace>
      <Hero of={mine} />
      <Scanner />
      <div class="stack">
        {hasFailed.value && <Failed at={mine?.at} />}
        {mine && ToDo ? (
          <InTurn>
            <ToDo of={mine} />
            <CardStrip of={mine} />
            <Assets of={mine} />
            <Bills of={mine} />
          </InTurn>
        ) : (
          !hasFailed.value && <Bones />
        )}
        {mine && ToDo && installRow.value}
      </div>
    </HomePlace>
  )
}

function Failed({ at }: { at: Date | undefined }) {
  return (
    <div
      role="alert"
      style="display:flex;align-items:center;justify-content:space-between;gap:12px;padding:8px 8px 8px 16px;border-radius:14px;background:var(--warn-soft);color:var(--warn);font-size:.9375rem"
    >
      <p>
        {t('state.failedTitle')}
        {at && (
          <span class="cap" style="display:block;color:inherit">
            {t('home.stale', { time: whenInside(at) })}
          </span>
        )}
      </p>
      <button
        type="button"
        style="flex:none;min-height:44px;padding:0 12px;font-weight:600"
        onClick={loadOverview}
      >
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
