import type { Letter } from '../mailer.ts'
import { escaped, phrasePlace, type Written } from './layout.ts'

/** A letter as it goes out: with the phrase its reader chose above all else, so that they know it is ours. */
export function withPhrase({ lang, ...letter }: Written, phrase: string | null): Letter {
  if (phrase === null) return { ...letter, html: letter.html.replace(phrasePlace, '') }
  const line = phraseLine(phrase, lang)
  return {
    ...letter,
    text: `${line}\n\n${letter.text}`,
    html: letter.html.replace(phrasePlace, () => boxed(line)),
  }
}

/** The phrase with its name, on one line. */
export function phraseLine(phrase: string, lang: 'zh' | 'en'): string {
  return lang === 'zh' ? `您的防钓鱼短语：${phrase}` : `Your anti-phishing phrase: ${phrase}`
}

function boxed(line: string): string {
  const style = 'margin:0 0 24px;padding:10px 14px;border:1px solid #8886;border-radius:10px;font-size:14px'
  return `\n<p style="${style}">${escaped(line)}</p>`
}
