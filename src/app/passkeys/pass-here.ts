import { payAsk, payBy } from '../../contract/passkey.ts'
import { send } from '../send.ts'
import { t } from '../state/locale.ts'
import { plainTrouble } from '../trouble/trouble.ts'
import { usePasskey } from './browser.ts'
import { noteHere, passkeysHere } from './here.ts'

/** What stands for the fund PIN once, or why there is none; nothing has happened then. */
export type Given = { pass: string } | { text: string }

/** Has this device confirm what is to be paid, and gets a pass for it. */
export async function passHere(): Promise<Given> {
  const ids = passkeysHere()
  const asked = await send(payAsk, { ids }, { background: true })
  if (!asked.ok) return { text: plainTrouble(asked)?.text ?? '' }
  if (asked.data.only.length === 0) {
    for (const id of ids) noteHere(id, false)
    return { text: t('passkey.payOver') }
  }
  const assertion = await usePasskey(asked.data)
  if (!assertion) return { text: t('passkey.payCancelled') }
  const reply = await send(payBy, { assertion }, { background: true })
  if (reply.ok) return reply.data
  // Removed or switched off elsewhere at this moment, or its device was waited for too long.
  return { text: reply.key === 'passkey_refused' ? t('passkey.payLate') : (plainTrouble(reply)?.text ?? '') }
}
