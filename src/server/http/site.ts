import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiDocument } from '../api/document/document.ts'
import { documentPage } from '../api/document/document-page.ts'
import type { Config } from '../config.ts'
import { version } from '../params/versions.ts'
import { answerCheck, checkPath, checkPolicy } from './check/page.ts'
import { previewLinks } from './link-preview.ts'

type SiteConfig = Pick<Config, 'PUBLIC_URL' | 'ISSUER_REVEAL_ORIGIN' | 'SANDBOX'>

/**
 * Serves the built app, the API document and the page where statements are checked, with the headers every answer carries.
 * Hashed assets may be kept for ever, the page itself is asked for each time; brotli and gzip copies made at build are
 * preferred.
 */
export async function openSite(
  http: FastifyInstance,
  { config, root }: { config: SiteConfig; root: string },
) {
  const page = { ...pageHeaders, 'content-security-policy': contentPolicy(config, root) }
  const worker = { ...pageHeaders, 'content-security-policy': workerPolicy(config) }
  const check = { ...pageHeaders, 'content-security-policy': checkPolicy }
  http.addHook('onSend', async (request, reply) => {
    reply.headers(headers)
    // What was kept has its policy, and a browser would replace it by one that comes with a 304.
    if (request.url.startsWith('/assets/') || reply.statusCode === 304) return
    if (request.url === '/worker.html') reply.headers(worker)
    else if (request.routeOptions.url === checkPath) reply.headers(check)
    else reply.headers(runsScripts(request, reply) ? page : answerHeaders)
  })
  const document = apiDocument({ version, url: config.PUBLIC_URL })
  http.get('/api/openapi.json', async () => document)
  http.get('/api/docs', async (_request, reply) => {
    reply.type('text/html; charset=utf-8')
    return documentPage(document)
  })
  answerCheck(http, config)
  if (!existsSync(join(root, 'index.html'))) return
  previewLinks(http, config)
  await http.register(serveFiles, {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
}

const headers = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

/** A browser heeds these on what it shows or runs; on a hashed asset they would only be bytes, half a kilobyte a file. */
const pageHeaders = {
  // Whoever opens us in a window keeps no hold of it: we open others without one, and need none.
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'permissions-policy':
    'camera=(self), microphone=(), geolocation=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
}
const answerHeaders = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }

/** Pages, and the service worker, whose own answer says what it may ask for. */
function runsScripts({ url }: FastifyRequest, reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('text/html') || url.startsWith('/sw.js')
}

/**
 * Scripts by their hash only, and no text that becomes markup or code: trusted types with no policy. Telegram's web
 * host may frame us, nobody else (research: ecosystem 1.3).
 */
function contentPolicy({ ISSUER_REVEAL_ORIGIN, SANDBOX }: SiteConfig, root: string): string {
  return [
    "default-src 'none'",
    `script-src ${scriptSources(root).join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${new URL(ISSUER_REVEAL_ORIGIN).origin}`,
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "frame-src 'self'",
    `frame-ancestors ${framersOf(SANDBOX)}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** Of the page that registers the service worker: trusted types would not let it, so it holds nothing but that. */
function workerPolicy({ SANDBOX }: SiteConfig): string {
  const frames = `frame-ancestors ${framersOf(SANDBOX)}`
  return `default-src 'none'; script-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; ${frames}`
}

function framersOf(isSandbox: boolean): string {
  const near = isSandbox ? ['http://127.0.0.1:*', 'http://localhost:*'] : []
  return ["'self'", 'https://web.telegram.org', ...near].join(' ')
}

/** Our own files, and the inline scripts of the page by their hashes, which the build writes down. */
function scriptSources(root: string): string[] {
  const file = join(root, '..', 'csp.json')
  if (!existsSync(file)) return ["'self'"]
  return (JSON.parse(readFileSync(file, 'utf8')) as { scriptSrc: string[] }).scriptSrc
}
