import { noticeLetter } from '../mail/letters/notice.ts'
import { type Copy, copyOf } from '../messages/copies.ts'
import { blockTelegram } from '../messages/settings.ts'
import type { World } from '../world.ts'
import type { JobPayloads } from './outbox.ts'
import { Later } from './runner.ts'

/**
 * Sends a copy of a message, after the customer's quiet hours, if it is still wanted then. At least once: when the power
 * goes between the sending and our note of it, it goes again. A letter carries the message's id, by which mailboxes know
 * the second one; Telegram has nothing of the kind, and may show it twice.
 */
export async function copyMessage(
  world: World,
  { messageId, channel }: JobPayloads['copy-message'],
): Promise<void> {
  const copy = await copyOf(world.db, { messageId, channel })
  if (!copy) return
  if (copy.quietMs > 0) throw new Later(copy.quietMs)
  const url = `${world.config.PUBLIC_URL}/#/pages/message/message?id=${messageId}`
  if (channel === 'telegram') return await toTelegram(world, { copy, url })
  const { email: to, lang, title, content } = copy
  await world.mailer.send({ ...noticeLetter({ to, lang, title, content, url }), id: messageId })
}

async function toTelegram({ db, bot }: World, { copy, url }: { copy: Copy; url: string }) {
  const { userId, telegramId, lang, title, content } = copy
  if (!bot || telegramId === null) return
  const answer = await bot.send({
    chatId: telegramId,
    text: `${title}\n${content}`,
    button: { text: lang === 'zh' ? '打开' : 'Open', url },
  })
  if (answer.outcome === 'busy') throw new Later(answer.waitMs)
  if (answer.outcome === 'forbidden') await blockTelegram(db, { userId, telegramId })
}
