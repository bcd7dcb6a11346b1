import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { shaped } from '../http.ts'
import { type Parts, running } from './parts.ts'

const line = z.string().check(z.minLength(1), z.maxLength(64))
const mailOf = z.strictObject({ to: z.optional(z.string().check(z.maxLength(254))) })
const preparedOf = z.strictObject({ id: z.string().check(z.maxLength(256)) })
const chatOf = z.strictObject({ chatId: z.optional(z.string().check(z.regex(/^\d{1,20}$/))) })
const browserOf = z.strictObject({ id: z.optional(z.uuid()) })
const rate = z.strictObject({
  base: line,
  quote: line,
  rate: z.string().check(
    z.regex(/^(0|[1-9]\d{0,9})(\.\d{1,8})?$/, 'not a rate'),
    z.refine(text => Number(text) > 0, 'not a rate'),
  ),
})
const launch = z.strictObject({
  user: z.strictObject({
    id: z.int().check(z.minimum(1)),
    first_name: line,
    last_name: z.optional(line),
    username: z.optional(line),
    language_code: z.optional(line),
    is_premium: z.optional(z.boolean()),
  }),
  startParam: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,512}$/, 'letters, digits, _ and -'))),
  ageSeconds: z.optional(z.int().check(z.minimum(0))),
  platform: z.optional(z.enum(['android', 'ios', 'macos', 'tdesktop', 'weba', 'web'])),
  version: z.optional(z.string().check(z.regex(/^\d{1,2}\.\d{1,2}$/))),
  themeParams: z.optional(z.record(line, z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)))),
})

export function otherCalls(app: FastifyInstance, parts: Parts) {
  app.get('/mail', async ({ query }) => {
    const { to } = shaped(mailOf, query)
    return running(parts.mail, 'mail server').letters(to)
  })
  app.get('/telegram/messages', async ({ query }) => {
    const { chatId } = shaped(chatOf, query)
    return running(parts.bot, 'Bot API').letters(chatId)
  })
  // What a client asks Telegram's own servers for: whether there is such a message, and what it says.
  app.get('/telegram/prepared', async ({ query }) => {
    const { id } = shaped(preparedOf, query)
    return { message: running(parts.bot, 'Bot API').prepared(id) ?? null }
  })
  app.get('/push/messages', async ({ query }) => {
    const { id } = shaped(browserOf, query)
    return running(parts.push, 'push service').messages(id)
  })
  app.post('/push/end', async ({ body }) => {
    const { id } = shaped(z.required(browserOf), body)
    running(parts.push, 'push service').end(id)
    return { id }
  })
  app.post('/rates', async ({ body }) => {
    const sent = shaped(rate, body)
    const rates = running(parts.rates, 'rate source')
    rates.move(sent)
    return { rates: rates.quotes() }
  })
  app.post('/telegram/init-data', async ({ body }) => parts.telegram.launch(shaped(launch, body)))
}
