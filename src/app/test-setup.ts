import { cleanup, configure } from '@testing-library/preact'
import { afterEach, vi } from 'vitest'
import { relaunch } from './hash-location.tsx'
import { setHideAmounts } from './state/locale.ts'
import { signOut } from './state/session.ts'

// A condition is waited for, however busy the machine is.
configure({ asyncUtilTimeout: 10_000 })

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
