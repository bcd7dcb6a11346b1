import { join } from 'node:path'
import serveFolder from '@fastify/static'
import { jsonServer } from '../http.ts'
import { Refusal } from '../refusal.ts'
import { chainCalls } from './chain-calls.ts'
import { faultCalls } from './fault-calls.ts'
import { issuerCalls } from './issuer-calls.ts'
import { otherCalls } from './other-calls.ts'
import type { Parts } from './parts.ts'
import { stateCalls } from './state-calls.ts'

/** The console: one page and a small JSON API to do by hand what the outside world does by itself. */
export async function startConsole(parts: Parts) {
  const app = jsonServer()
  app.addHook('onRequest', async request => {
    // Another site's page must not reach the console through a name that resolves to this machine.
    const name = (request.headers.host ?? '').replace(/:\d+$/, '')
    if (!['127.0.0.1', 'localhost', '[::1]'].includes(name)) {
      throw new Refusal(403, 'host_unknown', 'The console answers on 127.0.0.1 and localhost only.')
    }
  })
  app.register(serveFolder, {
    root: join(import.meta.dirname, 'page'),
    cacheControl: false,
    index: 'index.html',
  })
  app.register(serveFolder, {
    root: join(import.meta.dirname, '..', 'telegram', 'host'),
    prefix: '/telegram/',
    cacheControl: false,
    decorateReply: false,
  })
  app.get('/telegram/host', async (_request, reply) =>
    reply.sendFile('host.html', join(import.meta.dirname, '..', 'telegram', 'host')),
  )
  parts.bot?.calls(app)
  parts.push?.calls(app)
  chainCalls(app, parts)
  issuerCalls(app, parts)
  faultCalls(app, parts)
  otherCalls(app, parts)
  stateCalls(app, parts)
  await app.listen({ host: parts.world.host, port: parts.world.ports.console })
  return { close: () => app.close() }
}
