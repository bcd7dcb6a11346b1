import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createIntl } from '@formatjs/intl'

const locales = resolve(import.meta.dirname, '..', '..', 'src', 'app', 'locales')

/** The app's own words in one language: what a person reads is what a journey presses. */
export type Words = (key: string, values?: Record<string, string | number>) => string

export function wordsOf(lang: 'zh' | 'en'): Words {
  const folder = join(locales, lang === 'zh' ? 'zh-CN' : 'en-US')
  const files = readdirSync(folder).map(
    name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object,
  )
  const all = Object.assign({}, ...files) as Record<string, string>
  const { formatMessage } = createIntl({ locale: lang, messages: all })
  return (key, values = {}) => {
    const text = all[key]
    if (text === undefined) throw new Error(`there are no words for ${key}`)
    if (text.includes(', plural,')) return String(formatMessage({ id: key }, values))
    return Object.entries(values).reduce(
      (said, [name, value]) => said.replaceAll(`{${name}}`, String(value)),
      text,
    )
  }
}
