import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { json as bodyOf } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { answerTo } from './answers.ts'
import { signedIn } from './signed-in.ts'

// The built app as production serves it: brotli beside each file, hashed files immutable, index.html always asked for
// again, the content security policy of the build. There is no server behind it: a signed-in customer gets made-up answers
// (answers.ts), the calls of a signed-out Home are answered with nothing, all others with 404. `/?as=customer` is the page
// of a signed-in customer, `/floor.html` a page with much on it and no script, to measure others by.

const dist = process.env.GLAZE_DIST ?? fileURLToPath(new URL('../dist/', import.meta.url))
const client = join(dist, 'client')
const floor = fileURLToPath(new URL('floor.html', import.meta.url))
const nothing: Record<string, unknown> = {
  '/api/common/exchangeRate': [],
  '/api/common/params/tab/get/inviteEnable': null,
  '/api/common/params/app/get/incident': null,
  '/api/common/params/app/get/minVersion': null,
}
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** Serves `dist/client` on a port (0: any free one). Answers the address and how to stop. */
export async function serve(port = 0): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://app')
    const path = normalize(pathname === '/' ? '/index.html' : pathname)
    const file = path === '/floor.html' ? floor : join(client, path)
    if (pathname === '/' && searchParams.get('as') === 'customer') return customersPage(response)
    if (pathname.startsWith('/api/') && request.headers['x-access-token']) return answered(request, response)
    if (pathname in nothing) return json(response, 200, { code: 1, data: nothing[pathname] })
    if (pathname.startsWith('/api/') || !existsSync(file) || !statSync(file).isFile())
      return missing(response)
    const isHashed = path.startsWith('/assets/')
    const isSmall = existsSync(`${file}.br`) && /\bbr\b/.test(String(request.headers['accept-encoding']))
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(/(?<!worker)\.html$|^\/sw\.js$/.test(path) ? { 'content-security-policy': policy() } : {}),
      vary: 'accept-encoding',
      ...(isSmall ? { 'content-encoding': 'br' } : {}),
    })
    createReadStream(isSmall ? `${file}.br` : file).pipe(response)
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return { url: `http://127.0.0.1:${bound}/`, stop: () => server.close() }
}

let made: { body: Buffer; source: string } | undefined

/** Compressed once, as the build does it with the page that is shipped. */
function customersPage(response: ServerResponse) {
  if (!made) {
    const { html, source } = signedIn(readFileSync(join(client, 'index.html'), 'utf8'))
    made = { body: brotliCompressSync(html), source }
  }
  response.writeHead(200, {
    'content-type': types['.html'],
    'cache-control': 'no-cache',
    'content-security-policy': policy(made.source),
    'content-encoding': 'br',
  })
  response.end(made.body)
}

async function answered(request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://app')
  const method = request.method ?? 'GET'
  const body = method === 'GET' ? Object.fromEntries(searchParams) : ((await bodyOf(request)) as object)
  const data = answerTo({ method, path: pathname, body })
  if (data === undefined) return missing(response)
  const text = JSON.stringify({ code: 1, data })
  const isSmall = text.length > 1024
  response.writeHead(200, {
    'content-type': types['.json'],
    ...(isSmall ? { 'content-encoding': 'br' } : {}),
  })
  response.end(isSmall ? brotliCompressSync(text, quick) : text)
}

/** As the server compresses what it answers with. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

function policy(...more: string[]): string {
  const { scriptSrc } = JSON.parse(readFileSync(join(dist, 'csp.json'), 'utf8')) as { scriptSrc: string[] }
  return `default-src 'self'; script-src ${[...scriptSrc, ...more].join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; require-trusted-types-for 'script'; trusted-types 'none'`
}

function missing(response: ServerResponse) {
  json(response, 404, { status: 404, error: 'Not Found', path: '/' })
}

function json(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

if (import.meta.main) {
  const { url } = await serve(Number(process.env.PORT ?? 4173))
  console.log(`serving ${url}`)
}
