import type { FastifyInstance } from 'fastify'
import { escaped } from '../mail/letters/layout.ts'
import { type Lang, texts } from '../params/texts.ts'

/**
 * Those that fetch a shared link to draw a picture of it, by the names they go by in a request. Browsers inside chat
 * apps are people and have other names; Signal calls itself WhatsApp, Messages of Apple and LINE Facebook's.
 */
const crawlers =
  /TelegramBot|^WhatsApp\/|facebookexternalhit|Facebot|meta-externalfetcher|Twitterbot|Slackbot|Discordbot|LinkedInBot|SkypeUriPreview|MicrosoftPreview|DingTalkBot|kakaotalk-scrap|vkShare|redditbot|Pinterestbot|Cardyb|Mastodon|Synapse \(bot|Snap URL Preview|Iframely|Embedly/i

/** As large as the previews of all of them are at most. */
const picture = { path: '/preview.png', width: 1200, height: 630 }

/**
 * Answers whoever draws previews of links with a page made for it, in the language of `?lang=`; everybody else gets
 * the app. No cache keeps that page, and none takes one of the two for the other.
 */
export function previewLinks(http: FastifyInstance, { PUBLIC_URL }: { PUBLIC_URL: string }) {
  http.addHook('onRequest', async (request, reply) => {
    const [path = '', query] = request.url.split('?', 2)
    if (path !== '/' && path !== '/index.html') return
    reply.header('vary', 'user-agent')
    if (!crawlers.test(request.headers['user-agent'] ?? '')) return
    reply.headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    return reply.send(previewPage({ site: PUBLIC_URL, asked: new URLSearchParams(query) }))
  })
  http.addHook('onSend', async ({ url }, reply) => {
    if (url === picture.path) reply.header('cross-origin-resource-policy', 'cross-origin')
  })
}

function previewPage({ site, asked }: { site: string; asked: URLSearchParams }): string {
  const lang: Lang = /^en\b/i.test(asked.get('lang') ?? '') ? 'en' : 'zh'
  const refer = /^[\w-]{1,64}$/.exec(asked.get('refer') ?? '')?.[0]
  const { name, invited, about, picture: alt } = texts[lang].preview
  const [locale, other] = lang === 'zh' ? ['zh_CN', 'en_US'] : ['en_US', 'zh_CN']
  const title = refer ? invited : name
  const query = new URLSearchParams({ lang, ...(refer && { refer }) })
  const url = new URL(`/?${query}`, site).href
  const meanings = {
    'og:type': 'website',
    'og:site_name': name,
    'og:title': title,
    'og:description': about,
    'og:url': url,
    'og:locale': locale,
    'og:locale:alternate': other,
    'og:image': new URL(picture.path, site).href,
    'og:image:type': 'image/png',
    'og:image:width': `${picture.width}`,
    'og:image:height': `${picture.height}`,
    'og:image:alt': alt,
  }
  const said = Object.entries(meanings).map(
    ([property, content]) => `<meta property="${property}" content="${escaped(content)}">`,
  )
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(about)}">
<meta name="robots" content="noindex">
<meta name="twitter:card" content="summary_large_image">
${said.join('\n')}
</head>
<body><a href="${escaped(url)}">${escaped(title)}</a></body>
</html>`
}
