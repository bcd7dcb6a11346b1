import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite } from './site.ts'

const config = {
  PUBLIC_URL: 'https://glaze.example',
  ISSUER_REVEAL_ORIGIN: 'https://issuer.example/reveal',
  SANDBOX: false,
}
const http = Fastify()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'))
  await mkdir(join(folder, 'client/assets'), { recursive: true })
  await writeFile(join(folder, 'csp.json'), '{"scriptSrc":["\'self\'","\'sha256-abc\'"]}')
  await writeFile(join(folder, 'client/index.html'), '<p>page</p>')
  await writeFile(join(folder, 'client/sw.js'), 'worker')
  await writeFile(join(folder, 'client/worker.html'), '<script src="/worker.js"></script>')
  await writeFile(join(folder, 'client/assets/app-1234567.js'), 'app')
  http.get('/api/thing', async () => ({ code: 1 }))
  await openSite(http, { config, root: join(folder, 'client') })
})
afterAll(async () => {
  await http.close()
  await rm(folder, { recursive: true })
})

async function headersOf(url: string) {
  return (await http.inject({ url })).headers
}

test('the page and the service worker carry the whole policy', async () => {
  for (const url of ['/', '/index.html', '/sw.js?1', '/api/docs']) {
    const headers = await headersOf(url)
    expect(headers['content-security-policy'], url).toContain("script-src 'self' 'sha256-abc'")
    expect(headers['content-security-policy'], url).not.toMatch(/script-src[^;]*unsafe-inline/)
    expect(headers['content-security-policy'], url).toContain("connect-src 'self' https://issuer.example;")
    expect(headers['permissions-policy'], url).toContain('camera=(self)')
    expect(headers['x-content-type-options'], url).toBe('nosniff')
  }
})

test('no text becomes markup or code: trusted types, and not one policy', async () => {
  for (const url of ['/', '/api/docs']) {
    const directives = String((await headersOf(url))['content-security-policy']).split('; ')
    expect(directives, url).toContain("require-trusted-types-for 'script'")
    expect(directives, url).toContain("trusted-types 'none'")
  }
})

test('only the page that registers the service worker may name a script, and it may do nothing else', async () => {
  const directives = String((await headersOf('/worker.html'))['content-security-policy']).split('; ')
  expect(directives.slice(0, 3)).toEqual(["default-src 'none'", "script-src 'self'", "worker-src 'self'"])
  expect(directives.at(-1)).toBe("frame-ancestors 'self' https://web.telegram.org")
})

test('an answer of a call may load nothing, whoever shows it', async () => {
  const headers = await headersOf('/api/thing')
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('a hashed asset is kept for ever and carries no policy', async () => {
  const headers = await headersOf('/assets/app-1234567.js')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['content-security-policy']).toBeUndefined()
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('the document of the API is there to be read by programs and by people', async () => {
  const document = (await http.inject({ url: '/api/openapi.json' })).json()
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: config.PUBLIC_URL }] })
  const page = (await http.inject({ url: '/api/docs' })).body
  for (const path of Object.keys(document.paths)) expect(page).toContain(path)
})
