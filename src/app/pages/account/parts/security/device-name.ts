import { deviceText } from '../../../../display/device-text.ts'
import { t } from '../../../../state/locale.ts'

/** The device a session was opened on, or the words for one that was not recognised. */
export function deviceName(device: string | null): string {
  return deviceText(device, t('account.log.unknown'))
}
