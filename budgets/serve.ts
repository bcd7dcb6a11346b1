import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

// The built app as production serves it: brotli beside each file, hashed files immutable, index.html always asked for
// again, the content security policy of the build. There is no server behind it: the calls of a signed-out Home are
// answered with nothing, all others with 404.

const dist = process.env.GLAZE_DIST ?? fileURLToPath(new URL('../dist/', import.meta.url))
const client = join(dist, 'client')
const nothing: Record<string, unknown> = {
  '/api/common/exchangeRate': [],
  '/api/common/params/tab/get/inviteEnable': null,
  '/api/common/params/app/get/incident': null,
}
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** Serves `dist/client` on a port (0: any free one). Answers the address and how to stop. */
export async function serve(port = 0): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app')
    const path = normalize(pathname === '/' ? '/index.html' : pathname)
    const file = join(client, path)
    if (pathname in nothing) return json(response, 200, { code: 1, data: nothing[pathname] })
    if (pathname.startsWith('/api/') || !existsSync(file) || !statSync(file).isFile())
      return missing(response)
    const isHashed = path.startsWith('/assets/')
    const isSmall = existsSync(`${file}.br`) && /\bbr\b/.test(String(request.headers['accept-encoding']))
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(/\.html$|^\/sw\.js$/.test(path) ? { 'content-security-policy': policy() } : {}),
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

function policy(): string {
  const { scriptSrc } = JSON.parse(readFileSync(join(dist, 'csp.json'), 'utf8')) as { scriptSrc: string[] }
  return `default-src 'self'; script-src ${scriptSrc.join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:`
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
