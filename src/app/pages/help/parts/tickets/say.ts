import { refusalText, refusalWords } from '../../../../send.ts'
import { feel } from '../../../../telegram/telegram.ts'
import type { No } from '../../../../trouble/trouble.ts'
import { dropSent, keyed } from './keyed.ts'

/** The form says itself what became of it: not in a toast, too. */
export const inPlace = { background: true }

/** The words of a no; `lost` where nobody answered, so that it may have arrived. */
export function noText(reply: No, lost: string): string | null {
  const text = refusalText(reply)
  return text === refusalWords('network') ? lost : text
}

/** Says something to us, once however often it is sent. What has arrived leaves no draft; the hand feels how it went. */
export async function say<T extends { images?: string[] }, Reply extends { ok: boolean }>(
  draft: string,
  wanted: T,
  send: (wanted: T & { requestId: string }) => Promise<Reply>,
): Promise<Reply> {
  const reply = await send(keyed(draft, wanted))
  if (reply.ok) dropSent(draft)
  feel(reply.ok ? 'success' : 'error')
  return reply
}
