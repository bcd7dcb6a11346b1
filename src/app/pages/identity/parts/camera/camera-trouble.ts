import type { CameraProblem } from '../../../../camera/camera-stream.ts'
import { t } from '../../../../state/locale.ts'
import { isTelegram } from '../../../../telegram/telegram.ts'

/** Why no picture comes from the camera; `dark` is a stream that stays black. */
export type Trouble = CameraProblem | 'dark'

/** What happened, and where the switch is on this phone. */
export function troubleText(trouble: Trouble): string {
  return t(trouble === 'denied' ? `identity.camera.denied.${host()}` : `identity.camera.${trouble}`)
}

function host() {
  const { userAgent, maxTouchPoints } = navigator
  if (isTelegram()) return 'telegram'
  // An iPad says that it is a Mac.
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Mac OS X/.test(userAgent) && maxTouchPoints > 1)) return 'ios'
  return /Android/.test(userAgent) ? 'android' : 'desktop'
}
