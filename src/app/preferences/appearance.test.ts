import { expect, test, vi } from 'vitest'
import { followSystem, setAppearance } from './appearance.ts'

test('the phone turns dark while the app is open: so does the app, unless a look was chosen', () => {
  const system = Object.assign(new EventTarget(), { matches: false })
  vi.stubGlobal('matchMedia', () => system)
  const turn = (matches: boolean) => {
    system.matches = matches
    system.dispatchEvent(new Event('change'))
    return document.documentElement.dataset.theme
  }
  setAppearance('auto')
  system.matches = true
  followSystem()
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(turn(false)).toBe('light')
  setAppearance('light')
  expect(turn(true)).toBe('light')
  setAppearance('auto')
  expect(turn(false)).toBe('light')
  expect(turn(true)).toBe('dark')
  vi.unstubAllGlobals()
})
