import { Signal } from '@preact/signals'
import { cleanup, configure } from '@testing-library/preact'
import { options } from 'preact'
import { afterAll, afterEach, vi } from 'vitest'
import { relaunch } from '../routing/hash-location.tsx'
import { setHideAmounts } from '../state/locale.ts'
import { signOut } from '../state/session.ts'

// A condition is waited for, however busy the machine is.
configure({ asyncUtilTimeout: 30_000 })

// What a page still asks after its test has ended, and its answers with it, goes nowhere.
globalThis.fetch = () => new Promise<never>(() => {})

// The built app draws no signal itself, only what reads its value (build/lean-signals.ts).
const before = options.vnode
options.vnode = vnode => {
  const { type, props } = vnode
  const drawn = typeof type === 'string' ? Object.values(props) : [props.children]
  if (drawn.flat().some(part => part instanceof Signal)) throw new Error('a signal is drawn: read its value')
  before?.(vnode)
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  signOut()
  setHideAmounts(false)
  relaunch()
})

// Preact's effects wait up to 35 ms for a frame; the environment stays until the last has had its turn.
afterAll(() => new Promise(resolve => setTimeout(resolve, 50)))
