import type { Letter } from '../mailer.ts'

/** What a letter says, before it has a look. */
export interface Draft {
  to: string
  lang: 'zh' | 'en'
  subject: string
  /** Paragraphs in order; `code` is shown large, `link` can be followed. */
  body: readonly Part[]
}

/** A letter that is written and not signed yet: `withPhrase` makes one that goes out. */
export interface Written extends Letter {
  lang: 'zh' | 'en'
}

/** Where the phrase of the reader goes. What people wrote is escaped: none of it looks like this. */
export const phrasePlace = '<!--phrase-->'

/** A paragraph of a letter. */
export type Part = string | { code: string } | { link: string }

// In a name that somebody chose (an address, a passkey) they could turn what stands behind it around, or begin a line of ours.
const unseen = /[\p{Cf}\p{Zl}\p{Zp}]/gu

/** A letter in plain text and in HTML: no pictures, nothing from elsewhere, readable in the dark. */
export function letterOf({ to, lang, subject, body }: Draft): Written {
  const { brand, footer } = words[lang]
  const parts = body.map(part => (typeof part === 'string' ? part.replace(unseen, ' ') : part))
  const text = [...parts.map(plain), '--', brand, footer].join('\n\n')
  const paragraphs = parts.map(shown)
  return {
    to,
    lang,
    subject,
    text,
    html: page({ lang, subject, brand, footer, content: paragraphs.join('\n') }),
  }
}

const words = {
  zh: { brand: 'Glaze 釉', footer: '这是系统邮件，请勿回复。我们不会向您索要密码、资金密码或验证码。' },
  en: {
    brand: 'Glaze',
    footer:
      'This is an automatic e-mail, please do not reply. We never ask for your password, fund PIN or codes.',
  },
}

function page({ lang, subject, brand, footer, content }: Record<string, string>): string {
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;font:16px/1.6 system-ui,-apple-system,'PingFang SC','Microsoft YaHei',sans-serif">
<div style="max-width:480px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600;letter-spacing:.02em">${escaped(brand)}</p>${phrasePlace}
${content}
<hr style="margin:32px 0 16px;border:0;border-top:1px solid #8886">
<p style="margin:0;font-size:13px;opacity:.7">${escaped(footer)}</p>
</div>
</body>
</html>`
}

function plain(part: Part): string {
  if (typeof part === 'string') return part
  return 'code' in part ? part.code : part.link
}

function shown(part: Part): string {
  if (typeof part === 'string') return paragraph(part)
  return 'code' in part ? large(part.code) : linked(part.link)
}

function linked(url: string): string {
  const style = 'margin:0 0 16px;overflow-wrap:anywhere'
  return `<p style="${style}"><a href="${escaped(url)}" style="color:inherit">${escaped(url)}</a></p>`
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escaped(text)}</p>`
}

function large(code: string): string {
  const style = 'margin:0 0 16px;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em'
  return `<p style="${style}">${escaped(code)}</p>`
}

/** As text stands in HTML. */
export function escaped(text = ''): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
