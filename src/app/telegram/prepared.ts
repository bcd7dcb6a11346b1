import { ask } from './events.ts'
import { isTelegram, platform, supports } from './telegram.ts'

const since = '8.0'
/** As long as somebody may look for whom to send it to. */
const choiceMs = 120_000

/** Whether this client has its person send what our bot has prepared. Those of the web say nothing when asked. */
export function canSendPrepared(): boolean {
  return isTelegram() && supports(since) && /^(android|ios)/.test(platform())
}

/**
 * Has them choose whom to send it to. False when the client cannot send it; true once it is sent, they let go of it, or
 * the client says nothing more.
 */
export async function sendPrepared(id: string): Promise<boolean> {
  const answer = await ask({
    type: 'web_app_send_prepared_message',
    payload: { id },
    answers: ['prepared_message_sent', 'prepared_message_failed'],
    since,
    timeoutMs: choiceMs,
  })
  return answer?.type !== 'prepared_message_failed' || answer?.payload.error === 'USER_DECLINED'
}
