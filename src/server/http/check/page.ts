import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { escaped } from '../../mail/letters/layout.ts'
import { callerOf } from '../caller.ts'
import { type CheckWords, checkWords } from './words.ts'

/** Where statements are checked, by anybody. */
export const checkPath = '/check'

const script = readFileSync(new URL('check.js', import.meta.url), 'utf8')
const style = readFileSync(new URL('check.css', import.meta.url), 'utf8')

/** Its own script and style, by their hashes, and asking us: nothing else runs, loads or frames it. */
export const checkPolicy = [
  "default-src 'none'",
  `script-src '${sourceOf(script)}'`,
  `style-src '${sourceOf(style)}'`,
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Answers with a page of its own, without the app, in the language of `?lang=`, else of the browser. */
export function answerCheck(http: FastifyInstance, { PUBLIC_URL }: { PUBLIC_URL: string }) {
  const site = new URL(checkPath, PUBLIC_URL).href
  const pages = { zh: page('zh', site), en: page('en', site) }
  http.get(checkPath, async (request, reply) => {
    const { lang } = request.query as { lang?: unknown }
    const spoken = lang === 'zh' || lang === 'en' ? lang : callerOf(request).lang
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-language',
    })
    return pages[spoken]
  })
}

function sourceOf(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`
}

function page(lang: 'zh' | 'en', site: string): string {
  const w = Object.fromEntries(
    Object.entries(checkWords[lang]).map(([key, text]) => [key, escaped(text)]),
  ) as CheckWords
  const other = lang === 'zh' ? 'en' : 'zh'
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${w.title}</title>
<meta name="description" content="${w.lead}">
<link rel="icon" href="/icons/icon.svg">
<style>${style}</style>
</head>
<body>
<header><b>Glaze 釉</b> <a id="other" href="?lang=${other}" hreflang="${other}" lang="${other}">${w.otherLanguage}</a></header>
<main>
<h1>${w.title}</h1>
<p>${w.lead}</p>
<noscript><p class="box">${w.noScript}</p></noscript>
<form id="form" novalidate>
<label id="drop" class="box"><strong>${w.file}</strong> <span>${w.drop}</span>
<input id="file" type="file" accept="application/pdf,.pdf"></label>
<p class="small">${w.stays}</p>
<label for="code">${w.code}</label>
<textarea id="code" name="code" rows="2" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="60" aria-describedby="hint"></textarea>
<p class="small" id="hint">${w.codeHint}</p>
<button>${w.look}</button>
</form>
<div role="status"><section id="result" hidden>
<h2 id="verdict"></h2>
<p id="name" class="small"></p>
<p id="different" hidden>${w.otherCode}</p>
<p id="text"></p>
<div id="facts" hidden><dl>
<dt>${w.kind}</dt><dd id="kind"></dd>
<dt>${w.period}</dt><dd id="period"></dd>
<dt>${w.zone}</dt><dd id="zone"></dd>
<dt>${w.issuedAt}</dt><dd id="issuedAt"></dd>
</dl><p class="small">${w.same}</p></div>
</section></div>
</main>
<footer>${w.address} <span>${escaped(site)}</span></footer>
<script type="application/json" id="words">${JSON.stringify(checkWords[lang]).replaceAll('<', '\\u003c')}</script>
<script>${script}</script>
</body>
</html>`
}
