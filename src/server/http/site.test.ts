import { hash } from 'node:crypto'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '../../contract/statement-check.ts'
import { checkWords } from './check/words.ts'
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
  await writeFile(join(folder, 'client/preview.png'), 'picture')
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
    for (const what of ['create', 'get'])
      expect(headers['permissions-policy'], url).toContain(`publickey-credentials-${what}=(self)`)
    expect(headers['cross-origin-opener-policy'], url).toBe('same-origin')
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

describe('the page where statements are checked', () => {
  const inline = (body: string, tag: string) =>
    [...body.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, text = '']) => text)

  test('runs its own script and nothing else, asks us alone and is framed by nobody', async () => {
    const { body, headers } = await http.inject({ url: '/check' })
    const policy = String(headers['content-security-policy'])
    const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`
    const [script = ''] = inline(body, 'script')
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${sourceOf(script)}`,
      `style-src ${sourceOf(inline(body, 'style')[0] ?? '')}`,
      "connect-src 'self'",
      "img-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect([...body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      '/icons/icon.svg',
      '?lang=en',
    ])
  })

  test.each([
    ['/check', undefined, 'zh-Hans'],
    ['/check', 'en-GB,en;q=0.9', 'en'],
    ['/check', 'zh-TW,en;q=0.5', 'zh-Hans'],
    ['/check?lang=zh', 'en', 'zh-Hans'],
    ['/check?lang=en', 'zh', 'en'],
    ['/check?lang=%22%3E&lang=x', 'en', 'en'],
  ])('%s of a browser that speaks %s is in %s', async (url, languages, lang) => {
    const { body, headers } = await http.inject({
      url,
      headers: languages ? { 'accept-language': languages } : {},
    })
    expect(body).toContain(`<html lang="${lang}">`)
    expect(body).toContain(lang === 'en' ? 'Choose the PDF file' : '选择 PDF 文件')
    expect(String(headers.vary)).toContain('accept-language')
  })

  test('has words for each verdict that there is, and for each of its own', () => {
    const own = ['noCode', 'tooOften', 'failed', 'tooLarge', 'unable'] as const
    for (const words of Object.values(checkWords))
      for (const verdict of [...check.output.shape.verdict.options, ...own])
        expect([words[verdict], words[`${verdict}Text`]]).toEqual([expect.any(String), expect.any(String)])
  })
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

test('a page that was kept keeps its policy when it is asked for again', async () => {
  const { etag } = await headersOf('/')
  const { statusCode, headers } = await http.inject({ url: '/', headers: { 'if-none-match': etag } })
  expect(statusCode).toBe(304)
  expect(headers['content-security-policy']).toBeUndefined()
})

test('the document of the API is there to be read by programs and by people', async () => {
  const document = (await http.inject({ url: '/api/openapi.json' })).json()
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: config.PUBLIC_URL }] })
  const page = (await http.inject({ url: '/api/docs' })).body
  for (const path of Object.keys(document.paths)) expect(page).toContain(path)
})

describe('a shared link', () => {
  const fetchers = [
    'TelegramBot (like TwitterBot)',
    'WhatsApp/2.23.20.0',
    'Twitterbot/1.0',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  ]
  const people = [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50',
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36 Telegram-Android/11.4',
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/480.0;FBDV/iPhone15,2]',
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Twitter for iPhone/10.60',
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 [LinkedInApp]/9.30',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ]
  const get = (url: string, agent: string | undefined) =>
    http.inject({ url, headers: { 'user-agent': agent } })
  const meant = (page: string, property: string) =>
    new RegExp(`property="${property}" content="([^"]*)"`).exec(page)?.[1]

  test.each(fetchers)('is drawn by %s from a page made for it', async agent => {
    const { body, headers } = await get('/?lang=zh&refer=GLAZE1', agent)
    expect(meant(body, 'og:title')).toBe('好友邀请您使用 Glaze 釉')
    expect(meant(body, 'og:image')).toBe('https://glaze.example/preview.png')
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image">')
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test.each(people)('opens the app for %s', async agent => {
    const { body, headers } = await get('/?lang=zh&refer=GLAZE1', agent)
    expect(body).toBe('<p>page</p>')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers.vary).toContain('user-agent')
  })

  test.each([
    ['', 'zh-Hans', 'Glaze 釉', 'zh_CN', 'lang=zh'],
    ['?lang=zh&refer=GLAZE1', 'zh-Hans', '好友邀请您使用 Glaze 釉', 'zh_CN', 'lang=zh&#38;refer=GLAZE1'],
    ['?lang=en', 'en', 'Glaze', 'en_US', 'lang=en'],
    ['?lang=en-GB&refer=GLAZE1', 'en', 'A friend invites you to Glaze', 'en_US', 'lang=en&#38;refer=GLAZE1'],
    ['?lang=fr&refer=%22%3E%3Cb%3E', 'zh-Hans', 'Glaze 釉', 'zh_CN', 'lang=zh'],
  ])('speaks the language that /%s asks for', async (query, lang, title, locale, own) => {
    const { body } = await get(`/${query}`, fetchers[0])
    expect(body).toContain(`<html lang="${lang}">`)
    expect(meant(body, 'og:title')).toBe(title)
    expect(meant(body, 'og:locale')).toBe(locale)
    expect(meant(body, 'og:url')).toBe(`https://glaze.example/?${own}`)
  })

  test('leaves its page in no cache, which could hand it to a person or in the wrong language', async () => {
    const { headers } = await get('/?lang=en', fetchers[0])
    expect(headers['cache-control']).toBe('no-store')
    expect(headers.vary).toBe('user-agent')
  })

  test('has a picture that other sites may show, of the size that the page says', async () => {
    const { headers } = await get('/preview.png', fetchers[0])
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect((await get('/index.html', people[0])).headers['cross-origin-resource-policy']).toBe('same-origin')
    const file = join(import.meta.dirname, '../../../public/preview.png')
    const { format, width, height } = await sharp(file).metadata()
    const { body } = await get('/', fetchers[0])
    expect(meant(body, 'og:image:type')).toBe(`image/${format}`)
    expect([meant(body, 'og:image:width'), meant(body, 'og:image:height')]).toEqual([`${width}`, `${height}`])
    expect((await stat(file)).size).toBeLessThan(60_000)
  })

  test.each(['//', '/%', '/api/thing'])('is only the page itself, not %s', async url => {
    const { body } = await get(url, fetchers[0])
    expect(body).not.toContain('og:title')
  })
})
