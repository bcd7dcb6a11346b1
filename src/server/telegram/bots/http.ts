import * as z from 'zod/mini'
import { textWithin } from '../../bounded.ts'
import { clipped } from '../../clipped.ts'
import type { Bot, BotAnswer, BotInvitation, BotMessage, BotPrepared } from '../bot.ts'

const timeoutMs = 8000
const longest = 4000
/** It tells the message that was sent, and little more. */
const answerBytesMax = 256 * 1024

const answered = z.object({
  ok: z.boolean(),
  error_code: z.optional(z.int()),
  description: z.optional(z.string()),
  result: z.optional(z.unknown()),
  parameters: z.optional(
    z.object({ retry_after: z.optional(z.int().check(z.minimum(0), z.maximum(86_400))) }),
  ),
})
const prepared = z.object({ id: z.string().check(z.regex(/^[\x21-\x7e]{1,256}$/)) })

/** Telegram's Bot API over HTTP, as `https://api.telegram.org` has it. */
export function httpBot({ url, token }: { url: string; token: string }): Bot {
  return {
    async send(message): Promise<BotAnswer> {
      const answer = await ask('sendMessage', messageOf(message))
      return answer.ok ? { outcome: 'sent' } : refusalOf(answer)
    },
    async prepare(invitation): Promise<BotPrepared> {
      const answer = await ask('savePreparedInlineMessage', invitationOf(invitation))
      return answer.ok
        ? { outcome: 'prepared', id: prepared.parse(answer.result).id }
        : refusalOf(answer, /user.*(not found|invalid)/i)
    },
  }

  async function ask(method: string, body: object) {
    const response = await fetch(`${url}/bot${token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    }).catch((error: Error) => {
      // The address of the call holds the token: it must not be part of what is written down.
      throw new Error(`the Bot API did not answer: ${error.name}`)
    })
    return answered.parse(await jsonOf(response).catch(() => null))
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  return JSON.parse(await textWithin(response, answerBytesMax))
}

function messageOf({ chatId, text, button }: BotMessage) {
  // Telegram opens apps over TLS only.
  const isOpenable = button.url.startsWith('https://')
  return {
    chat_id: String(chatId),
    text: clipped(text, longest),
    link_preview_options: { is_disabled: true },
    ...(isOpenable && {
      reply_markup: { inline_keyboard: [[{ text: button.text, web_app: { url: button.url } }]] },
    }),
  }
}

/** Only people receive it: neither other bots nor channels, where nobody is invited by a friend. */
function invitationOf({ userId, title, text, link, button }: BotInvitation) {
  return {
    // A number in the protocol; Telegram's are below 2^52.
    user_id: Number(userId),
    result: {
      type: 'article',
      id: 'invitation',
      title,
      description: text,
      input_message_content: {
        message_text: `${title}\n${text}`,
        link_preview_options: { url: link, prefer_large_media: true, show_above_text: true },
      },
      reply_markup: { inline_keyboard: [[button]] },
    },
    allow_user_chats: true,
    allow_group_chats: true,
  }
}

/** What Telegram says no with; where we write to somebody, 400 is what one gets who never wrote to the bot. */
function refusalOf(
  { error_code, description = '', parameters }: z.output<typeof answered>,
  unknown = /chat not found/i,
): Exclude<BotAnswer, { outcome: 'sent' }> {
  if (error_code === 429) return { outcome: 'busy', waitMs: (parameters?.retry_after ?? 30) * 1000 }
  if (error_code === 403 || (error_code === 400 && unknown.test(description))) {
    return { outcome: 'forbidden' }
  }
  throw new Error(`the Bot API refused: ${error_code} ${description}`)
}
