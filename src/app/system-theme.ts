import { isTelegram } from './launch.ts'
import { keys, recall } from './storage.ts'

/** Turns light or dark with the phone while the app is open, unless one of them was chosen. Telegram tells its own. */
export function followSystem() {
  if (isTelegram()) return
  const system = matchMedia('(prefers-color-scheme:dark)')
  const wear = () => {
    if (!recall(keys.appearance)) document.documentElement.dataset.theme = system.matches ? 'dark' : 'light'
  }
  system.addEventListener('change', wear)
  wear()
}
