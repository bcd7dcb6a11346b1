import { feel } from '../../../../telegram/telegram.ts'
import { dropSent, keyed } from './keyed.ts'

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
