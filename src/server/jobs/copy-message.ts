import { phraseOf } from '../account/phrase.ts'
import { noticeLetter } from '../mail/letters/notice.ts'
import { phraseLine, withPhrase } from '../mail/letters/phrase.ts'
import { type Copy, copyOf } from '../messages/copies.ts'
import { notificationOf } from '../messages/notification.ts'
import { blockTelegram } from '../messages/settings.ts'
import { forgetSubscription } from '../messages/subscriptions.ts'
import type { World } from '../world.ts'
import type { JobPayloads } from './queue/kinds.ts'
import { Later } from './queue/runner.ts'

/**
 * Sends a copy of a message, after the customer's quiet hours, if it is still wanted then. At least once: when the power
 * goes between the sending and our note of it, it goes again. A letter carries the message's id, by which mailboxes know
 * the second one, and a browser shows the second notification in place of the first; Telegram has nothing of the kind, and
 * may show it twice.
 */
export async function copyMessage(
  world: World,
  { messageId, channel, telegramId, subscriptionId }: JobPayloads['copy-message'],
): Promise<void> {
  const copy = await copyOf(world.db, { messageId, channel, telegramId, subscriptionId })
  if (!copy) return
  if (copy.quietMs > 0) throw new Later(copy.quietMs)
  if (channel === 'push') return await toBrowser(world, { copy, messageId })
  const phrase = await phraseOf(world, copy.userId)
  const url = `${world.config.PUBLIC_URL}/#/pages/message/message?id=${messageId}`
  if (channel === 'telegram') return await toTelegram(world, { copy, url, phrase })
  const { email: to, lang, title, content } = copy
  const letter = withPhrase(noticeLetter({ to, lang, title, content, url }), phrase)
  await world.mailer.send({ ...letter, id: messageId })
}

async function toTelegram(
  { db, bot }: World,
  { copy, url, phrase }: { copy: Copy; url: string; phrase: string | null },
) {
  const { userId, telegramId, lang, title, content } = copy
  if (!bot || telegramId === null) return
  const answer = await bot.send({
    chatId: telegramId,
    text: [...(phrase === null ? [] : [phraseLine(phrase, lang)]), title, content].join('\n'),
    button: { text: lang === 'zh' ? '打开' : 'Open', url },
  })
  if (answer.outcome === 'busy') throw new Later(answer.waitMs)
  if (answer.outcome === 'forbidden') await blockTelegram(db, { userId, telegramId })
}

/**
 * What the service worker is told is the very question it asks of its browser (app/service-worker.js). The customer's phrase
 * is not in it: nobody but us can write to this browser, and others may look at a locked screen.
 */
async function toBrowser(
  { db, pusher, secrets }: World,
  { copy, messageId }: { copy: Copy; messageId: string },
) {
  const { subscription, lang, told } = copy
  if (!pusher || !subscription) return
  const { title, body, about, ...haste } = notificationOf(copy, messageId)
  // Services see the topic: it tells them neither the message nor what it is about.
  const topic = secrets.digest('push', `${subscription.id}:${about}`).slice(0, 32)
  const shown = {
    body,
    lang: lang === 'zh' ? 'zh-CN' : 'en',
    tag: topic,
    renotify: true,
    timestamp: told.created_at.getTime(),
    icon: '/icons/icon-192.png',
    data: `/pages/message/message?id=${messageId}`,
  }
  const answer = await pusher.send({
    to: subscription,
    payload: JSON.stringify([title, shown]),
    topic,
    ...haste,
  })
  if (answer.outcome === 'busy') throw new Later(answer.waitMs)
  if (answer.outcome === 'gone') await forgetSubscription(db, subscription.id)
}
