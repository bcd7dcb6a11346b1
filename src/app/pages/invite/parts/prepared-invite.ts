import { preparedInvite } from '../../../../contract/invite.ts'
import { send } from '../../../send.ts'
import { wireLanguage } from '../../../state/locale.ts'
import { session } from '../../../state/session.ts'
import { canSendPrepared, sendPrepared } from '../../../telegram/prepared.ts'

/**
 * Sends one's own invitation with its picture and a button, as Telegram has it. False where that cannot be: share the link.
 */
export async function sendPreparedInvite(url: string): Promise<boolean> {
  const code = new URL(url).searchParams.get('refer')
  if (!canSendPrepared() || code !== session.value?.user.referCode) return false
  const reply = await send(preparedInvite, { lang: wireLanguage() }, { background: true })
  return reply.ok && (await sendPrepared(reply.data.id))
}
