import * as z from 'zod/mini'
import { textWithin } from '../../bounded.ts'
import { clipped } from '../../clipped.ts'
import type { Bot, BotAnswer, BotMessage } from '../bot.ts'

const timeoutMs = 8000
const longest = 4000
/** It tells the message that was sent, and little more. */
const answerBytesMax = 256 * 1024

const answered = z.object({
  ok: z.boolean(),
  error_code: z.optional(z.int()),
  description: z.optional(z.string()),
  parameters: z.optional(
    z.object({ retry_after: z.optional(z.int().check(z.minimum(0), z.maximum(86_400))) }),
  ),
})

/** Telegram's Bot API over HTTP, as `https://api.telegram.org` has it. */
export function httpBot({ url, token }: { url: string; token: string }): Bot {
  return {
    async send(message) {
      const response = await fetch(`${url}/bot${token}/sendMessage`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(message)),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      }).catch((error: Error) => {
        // The address of the call holds the token: it must not be part of what is written down.
        throw new Error(`the Bot API did not answer: ${error.name}`)
      })
      return answerOf(answered.parse(await jsonOf(response).catch(() => null)))
    },
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  return JSON.parse(await textWithin(response, answerBytesMax))
}

function bodyOf({ chatId, text, button }: BotMessage) {
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

function answerOf({ ok, error_code, description = '', parameters }: z.output<typeof answered>): BotAnswer {
  if (ok) return { outcome: 'sent' }
  if (error_code === 429) return { outcome: 'busy', waitMs: (parameters?.retry_after ?? 30) * 1000 }
  // 400 is what somebody gets who never wrote to the bot.
  if (error_code === 403 || (error_code === 400 && /chat not found/i.test(description))) {
    return { outcome: 'forbidden' }
  }
  throw new Error(`the Bot API refused: ${error_code} ${description}`)
}
