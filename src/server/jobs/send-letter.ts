import { phraseOf } from '../account/phrase.ts'
import { withPhrase } from '../mail/letters/phrase.ts'
import type { World } from '../world.ts'
import type { JobPayloads } from './queue/kinds.ts'

/**
 * Hands a letter to the mail service, with the phrase of its reader, which waits nowhere in plain text. Done twice, a
 * letter arrives twice, which is better than not at all.
 */
export async function sendLetter(
  world: World,
  { userId, to, lang, subject, text, html }: JobPayloads['send-letter'],
): Promise<void> {
  const phrase = userId ? await phraseOf(world, userId) : null
  await world.mailer.send(withPhrase({ to, lang, subject, text, html }, phrase))
}
