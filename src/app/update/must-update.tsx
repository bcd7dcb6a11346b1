import { css } from 'goober'
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { onBack } from '../routing/hash-location.tsx'
import { inTime } from '../send.ts'
import { loadWords, t } from '../state/locale.ts'
import { guardSwipe } from '../telegram/guards.ts'
import { isWaiting, update } from './update.ts'

const place = document.createElement('div')

/** Covers the app, which this server no longer works with. The page stays below as it is, for what was typed there. */
export async function showMustUpdate() {
  await loadWords('forms')
  // What is moved is no longer on top of everything.
  if (!place.isConnected) document.body.append(place)
  render(<MustUpdate />, place)
}

function MustUpdate() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, fail] = useState(false)
  useEffect(() => {
    const stops = [onBack(() => {}), guardSwipe()]
    open(dialog.current)
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  async function press() {
    if (isBusy) return
    setBusy(true)
    fail(false)
    const isTaken = await takeNewest()
    setBusy(false)
    fail(!isTaken)
  }

  return (
    <dialog
      ref={dialog}
      class={cover}
      aria-labelledby="must-update"
      onCancel={event => event.preventDefault()}
      onClose={() => open(dialog.current)}
    >
      <h1 id="must-update">{t('update.must')}</h1>
      <p>{t('update.mustText')}</p>
      {hasFailed && <p role="alert">{t('refusal.network')}</p>}
      <button type="button" aria-busy={isBusy} onClick={press}>
        {t('update.now')}
      </button>
    </dialog>
  )
}

/**
 * Takes the newest app though none has announced itself: what a worker would show is fetched anew first. False when there
 * is no network to do so.
 */
async function takeNewest(): Promise<boolean> {
  try {
    if (!isWaiting()) await renewPage()
  } catch {
    return false
  }
  update()
  return true
}

/** Where storage is blocked there is nothing to renew: no worker shows an older page. */
async function renewPage() {
  const stop = new AbortController()
  const page = await inTime(fetch('/', { cache: 'reload', signal: stop.signal }), stop)
  if (!page.ok) throw new Error(`the page answers ${page.status}`)
  const names = await globalThis.caches?.keys().catch(() => [])
  for (const name of names ?? []) await (await caches.open(name)).put('/', page.clone())
}

function open(dialog: HTMLDialogElement | null) {
  dialog?.showModal?.()
}

const cover = css`
  position: fixed;
  inset: 0;
  width: 100%;
  max-width: none;
  height: 100%;
  max-height: none;
  padding: calc(24px + var(--safe-top)) 24px calc(24px + var(--safe-bottom));
  border: 0;
  background: var(--bg);
  color: var(--text);
  text-align: center;
  &[open] {
    display: grid;
    gap: 16px;
    place-content: center;
    justify-items: center;
  }
  & h1 {
    font-size: 1.375rem;
    line-height: 2rem;
  }
  & p {
    max-width: 22rem;
    color: var(--text-2);
  }
  & [role="alert"] {
    color: var(--neg);
  }
  & button {
    min-width: 12rem;
    min-height: 52px;
    padding: 0 24px;
    border-radius: 16px;
    background: var(--ink);
    color: var(--on-ink);
    font-weight: 600;
  }
  & [aria-busy="true"] {
    opacity: .6;
  }
`
