import { ask } from './events.ts'
import { isTelegram, supports } from './telegram.ts'

const since = '6.9'
const choiceMs = 60_000

/** Whether this client can ask the person to let our bot write to them. */
export function canAskToWrite(): boolean {
  return isTelegram() && supports(since)
}

/** Asks them. True when they allow it; false when they do not, say nothing for a minute, or cannot be asked. */
export async function askToWrite(): Promise<boolean> {
  if (!canAskToWrite()) return false
  const answer = await ask({
    type: 'web_app_request_write_access',
    answers: ['write_access_requested'],
    since,
    timeoutMs: choiceMs,
  })
  return answer?.payload.status === 'allowed'
}
