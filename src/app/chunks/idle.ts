import { effect } from '@preact/signals'
import { h } from 'preact'
import { publicParam } from '../../contract/params.ts'
import { installRow } from '../install/install.ts'
import { send } from '../send.ts'
import { wireLanguage } from '../state/locale.ts'
import { isSignedIn } from '../state/session.ts'
import { recall, remember } from '../storage.ts'
import type { Incident } from '../trouble/incident.tsx'
import { isNewer } from '../update/newer.ts'
import { registerWorker, update } from '../update/update.ts'

const everyMs = 5 * 60_000
let isTold = false

/**
 * What can wait: the service worker, preferences of other devices, notifications where they are on, what operators tell everybody, whether this app is too
 * old or has an invite tab, the way onto the home screen. One after another, each when nothing else is to be done: together
 * they hold a slow phone for longer than a finger waits.
 */
export async function whenQuiet() {
  // What a ticket can tell of requests (help/parts/tickets/diagnostic.ts): a browser stops at 250 of them.
  performance.setResourceTimingBufferSize?.(2000)
  const beginnings = [
    registerWorker,
    followPreferences,
    keepPush,
    followIncident,
    followVersion,
    askInvite,
    offerInstall,
  ]
  for (const begin of beginnings) {
    await quiet()
    await begin()
  }
}

function quiet(): Promise<unknown> {
  return new Promise(done => (globalThis.requestIdleCallback ?? setTimeout)(done))
}

function followPreferences() {
  effect(() => {
    if (isSignedIn.value)
      import('../preferences/preferences.ts').then(({ keepPreferences }) => keepPreferences(), ignore)
  })
}

function keepPush() {
  if (isSignedIn.value && recall('pushHere')) import('../push/keep.ts').then(push => push.keepPush(), ignore)
}

function followIncident() {
  effect(() => void tell(wireLanguage()))
}

function followVersion() {
  let at = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - at < everyMs) return
    at = Date.now()
    tell(wireLanguage())
    askVersion()
  })
  askVersion()
}

async function askInvite() {
  const reply = await send(publicParam, { group: 'tab', key: 'inviteEnable' }, { background: true })
  if (!reply.ok) return
  // The style sheet shows the tab or not (decision D8), from the next start on before anything is painted (head.ts).
  document.documentElement.dataset.invite = `${reply.data}`
  remember('inviteTab', reply.data)
}

/** On Home: nobody is asked at first sight. */
function offerInstall() {
  import('../install/install-row.tsx').then(({ InstallRow }) => {
    installRow.value = h(InstallRow, null)
  }, ignore)
}

async function tell(lang: 'zh' | 'en') {
  const reply = await send(publicParam, { group: 'app', key: 'incident', lang }, { background: true })
  if (!reply.ok || lang !== wireLanguage()) return
  const { text = '', since = '' } = (reply.data ?? {}) as Partial<Incident>
  if (!text && !isTold) return
  isTold = true
  const { showIncident } = await import('../trouble/incident.tsx')
  await showIncident(text ? { text, since } : null)
}

/** An app too old for this server goes no further. Without a worker its files may be gone: then it is loaded anew. */
async function askVersion() {
  const reply = await send(publicParam, { group: 'app', key: 'minVersion' }, { background: true })
  if (!reply.ok || !isNewer(String(reply.data), __VERSION__)) return
  import('../update/must-update.tsx').then(
    ({ showMustUpdate }) => showMustUpdate(),
    () => navigator.onLine && update(),
  )
}

/** A chunk that did not come is asked for at the next start. */
function ignore() {}
