import { cleanup } from '@testing-library/preact'
import { afterEach, vi } from 'vitest'
import { relaunch } from './hash-location.tsx'
import { setHideAmounts } from './state/locale.ts'
import { signOut } from './state/session.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  signOut()
  setHideAmounts(false)
  relaunch()
})
