import { cleanup, configure } from '@testing-library/preact'
import { afterAll, afterEach, vi } from 'vitest'
import { relaunch } from '../routing/hash-location.tsx'
import { setHideAmounts } from '../state/locale.ts'
import { signOut } from '../state/session.ts'

// A condition is waited for, however busy the machine is.
configure({ asyncUtilTimeout: 30_000 })

// What a page still asks after its test has ended, and its answers with it, goes nowhere.
globalThis.fetch = () => new Promise<never>(() => {})

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
