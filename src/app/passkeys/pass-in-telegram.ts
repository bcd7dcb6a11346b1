import { biometricsPass } from '../../contract/passkey.ts'
import { send } from '../send.ts'
import { deviceKey } from '../start/device-key.ts'
import { t } from '../state/locale.ts'
import { biometryToken } from '../telegram/biometry.ts'
import { plainTrouble } from '../trouble/trouble.ts'
import { noteHere, passkeysHere } from './here.ts'
import type { Given } from './pass-here.ts'

/** As `passHere`, by the finger or face that Telegram knows on this phone. */
export async function passInTelegram(): Promise<Given> {
  const token = await biometryToken(t('passkey.tgReason'))
  const device = deviceKey()
  if (!token || !device) return { text: t('passkey.payCancelled') }
  const reply = await send(biometricsPass, { token, deviceKey: device }, { background: true })
  if (reply.ok) return reply.data
  if (reply.key !== 'passkey_refused') return { text: plainTrouble(reply)?.text ?? '' }
  for (const id of passkeysHere()) noteHere(id, false)
  return { text: t('passkey.tgOver') }
}
