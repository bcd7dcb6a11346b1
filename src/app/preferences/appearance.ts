import { signal } from '@preact/signals'
import { isDark } from '../start/launch.ts'
import { keys, recall, remember } from '../storage.ts'

export const appearances = ['auto', 'light', 'dark'] as const
export type Appearance = (typeof appearances)[number]

/** Light, dark, or as the phone or Telegram has it. The head script wears what was chosen from the next start on. */
export const appearance = signal<Appearance>(
  appearances.find(each => each === recall(keys.appearance)) ?? 'auto',
)

export function setAppearance(next: Appearance) {
  appearance.value = next
  remember(keys.appearance, next === 'auto' ? null : next)
  wear(next)
}

/** Turns with the phone while the app is open, unless light or dark was chosen. Telegram's own look is stronger. */
export function followSystem() {
  const renew = () => {
    if (!recall(keys.appearance)) wear('auto')
  }
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', renew)
  renew()
}

function wear(next: Appearance) {
  document.documentElement.dataset.theme = next === 'auto' ? around() : next
}

function around(): 'light' | 'dark' {
  const host = isDark(window.glaze?.params?.tgWebAppThemeParams)
  return (host ?? matchMedia('(prefers-color-scheme:dark)').matches) ? 'dark' : 'light'
}
