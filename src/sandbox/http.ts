import fastify, { type FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'

/** An HTTP server of the sandbox: JSON in, JSON out, and a refusal is a 4xx with `{error, message}`. */
export function jsonServer(): FastifyInstance {
  const app = fastify({ bodyLimit: 1_000_000, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)))
    } catch {
      done(new Refusal(400, 'not_json', 'The body is not JSON.'))
    }
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refusal) {
      return reply.status(error.status).send({ error: error.code, message: error.message })
    }
    const status = error.statusCode ?? 500
    if (status >= 500) console.error(error)
    return reply
      .status(status)
      .send({ error: status < 500 ? 'bad_request' : 'failed', message: error.message })
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.status(404).send({ error: 'not_found', message: 'There is nothing here.' }),
  )
  return app
}

/** What was sent, if it has the shape; else a refusal that names the first field at fault. */
export function shaped<Schema extends z.ZodMiniType>(schema: Schema, sent: unknown): z.output<Schema> {
  const result = z.safeParse(schema, sent ?? {})
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') || 'body'
  throw new Refusal(400, 'invalid', `${field}: ${issue?.message ?? 'invalid'}`)
}
