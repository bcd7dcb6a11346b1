import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Faults } from '../faults.ts'
import { shaped } from '../http.ts'
import type { Store } from '../store.ts'

/** What our bot wrote to somebody. */
export interface BotLetter {
  id: string
  chatId: string
  text: string
  button: { text: string; url: string } | null
  at: string
}

export type BotApi = ReturnType<typeof botApiOf>

const keptLetters = 500
const token = z.strictObject({ token: z.string() })
const sent = z.object({
  chat_id: z.string().check(z.regex(/^\d{1,20}$/)),
  text: z.string().check(z.minLength(1), z.maxLength(4096)),
  reply_markup: z.optional(
    z.object({
      inline_keyboard: z.array(
        z.array(z.object({ text: z.string(), web_app: z.object({ url: z.string() }) })),
      ),
    }),
  ),
})

/** Telegram's Bot API, as far as a bot that only writes needs it: it keeps what was written and can say no. */
export function botApiOf({ botToken, store, faults }: { botToken: string; store: Store; faults: Faults }) {
  const letters = store.table<BotLetter>('bot')

  function keep(body: unknown): string {
    const { chat_id: chatId, text, reply_markup } = shaped(sent, body)
    const button = reply_markup?.inline_keyboard[0]?.[0]
    const id = crypto.randomUUID()
    store.write(() => {
      const shown = button ? { text: button.text, url: button.web_app.url } : null
      letters.put(id, { id, chatId, text, button: shown, at: new Date().toISOString() })
      for (const old of letters.all().slice(0, -keptLetters)) letters.drop(old.id)
    })
    return id
  }

  return {
    /** Newest first; to one chat, or all. */
    letters: (chatId?: string): BotLetter[] =>
      letters
        .all()
        .filter(letter => chatId === undefined || letter.chatId === chatId)
        .reverse(),
    /** Answers under `/telegram/bot-api`, which is the server's TELEGRAM_API_URL. */
    calls(app: FastifyInstance) {
      app.post('/telegram/bot-api/bot:token/sendMessage', async ({ params, body }, reply) => {
        const no = (code: number, description: string, parameters?: object) =>
          reply
            .status(code)
            .send({ ok: false, error_code: code, description, ...(parameters && { parameters }) })
        if (shaped(token, params).token !== botToken) return no(401, 'Unauthorized')
        const busy = faults.take('telegram', 'too_many')
        if (busy) {
          const retry_after = Number(busy.value ?? 2)
          return no(429, `Too Many Requests: retry after ${retry_after}`, { retry_after })
        }
        if (faults.take('telegram', 'blocked')) return no(403, 'Forbidden: bot was blocked by the user')
        if (faults.take('telegram', 'not_started')) return no(400, 'Bad Request: chat not found')
        if (faults.take('telegram', 'error')) return no(500, 'Internal Server Error')
        const message_id = keep(body)
        const lost = faults.take('telegram', 'timeout_after_success')
        if (lost) await sleep(lost.ms ?? 20_000)
        return { ok: true, result: { message_id } }
      })
    },
  }
}
