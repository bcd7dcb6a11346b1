import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Faults } from '../faults.ts'
import { shaped } from '../http.ts'
import type { Store } from '../store.ts'

/** What our bot wrote to somebody. */
interface BotLetter {
  id: string
  chatId: string
  text: string
  button: { text: string; url: string } | null
  at: string
}

/** What our bot prepared for somebody to send on. */
interface PreparedMessage {
  id: string
  userId: string
  text: string
  button: { text: string; url: string } | null
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

const preparing = z.object({
  user_id: z.int().check(z.positive()),
  result: z.object({
    type: z.literal('article'),
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    title: z.string().check(z.minLength(1)),
    input_message_content: z.object({ message_text: z.string().check(z.minLength(1), z.maxLength(4096)) }),
    reply_markup: z.optional(
      z.object({ inline_keyboard: z.array(z.array(z.object({ text: z.string(), url: z.url() }))) }),
    ),
  }),
  allow_user_chats: z.optional(z.boolean()),
  allow_group_chats: z.optional(z.boolean()),
})

/**
 * Telegram's Bot API, as far as a bot needs it that writes and has people send something on: it keeps what was written and
 * can say no.
 */
export function botApiOf({ botToken, store, faults }: { botToken: string; store: Store; faults: Faults }) {
  const letters = store.table<BotLetter>('bot')
  const prepared = store.table<PreparedMessage>('prepared')

  function keep(body: unknown): string {
    const { chat_id: chatId, text, reply_markup } = shaped(sent, body)
    const button = reply_markup?.inline_keyboard[0]?.[0]
    const id = crypto.randomUUID()
    store.write(() => {
      const shown = button ? { text: button.text, url: button.web_app.url } : null
      letters.put(id, { id, chatId, text, button: shown, at: new Date().toISOString() })
      letters.keepNewest(keptLetters)
    })
    return id
  }

  function prepare(body: unknown) {
    const { user_id, result } = shaped(preparing, body)
    const button = result.reply_markup?.inline_keyboard[0]?.[0] ?? null
    const id = crypto.randomUUID()
    const text = result.input_message_content.message_text
    store.write(() => {
      prepared.put(id, { id, userId: String(user_id), text, button })
      prepared.keepNewest(keptLetters)
    })
    return { id, expiration_date: Math.floor(Date.now() / 1000) + 24 * 60 * 60 }
  }

  return {
    /** What was prepared under that id, or undefined. */
    prepared: (id: string): PreparedMessage | undefined => prepared.get(id),
    /** Newest first; to one chat, or all. */
    letters: (chatId?: string): BotLetter[] =>
      letters
        .all()
        .filter(letter => chatId === undefined || letter.chatId === chatId)
        .reverse(),
    /** Answers under `/telegram/bot-api`, which is the server's TELEGRAM_API_URL. */
    calls(app: FastifyInstance) {
      const answerBy = (method: string, act: (body: unknown) => object) =>
        app.post(`/telegram/bot-api/bot:token/${method}`, async ({ params, body }, reply) => {
          const isOurs = shaped(token, params).token === botToken
          const no = isOurs ? faultOf(faults) : { code: 401, description: 'Unauthorized' }
          if (no) {
            const { code, ...words } = no
            return reply.status(code).send({ ok: false, error_code: code, ...words })
          }
          const result = act(body)
          const lost = faults.take('telegram', 'timeout_after_success')
          if (lost) await sleep(lost.ms ?? 20_000)
          return { ok: true, result }
        })
      answerBy('sendMessage', body => ({ message_id: keep(body) }))
      answerBy('savePreparedInlineMessage', prepare)
    },
  }
}

/** What the API says no with, as the faults have it; null when it does not. */
function faultOf(faults: Faults): { code: number; description: string; parameters?: object } | null {
  const busy = faults.take('telegram', 'too_many')
  if (busy) {
    const retry_after = Number(busy.value ?? 2)
    const description = `Too Many Requests: retry after ${retry_after}`
    return { code: 429, description, parameters: { retry_after } }
  }
  if (faults.take('telegram', 'blocked'))
    return { code: 403, description: 'Forbidden: bot was blocked by the user' }
  if (faults.take('telegram', 'not_started')) return { code: 400, description: 'Bad Request: chat not found' }
  if (faults.take('telegram', 'user_unknown'))
    return { code: 400, description: 'Bad Request: user not found' }
  return faults.take('telegram', 'error') ? { code: 500, description: 'Internal Server Error' } : null
}
