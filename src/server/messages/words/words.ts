import type { NoticeType } from '../../../contract/message.ts'
import { clipped } from '../../clipped.ts'
import { en } from './en.ts'
import { zh } from './zh.ts'

/** The parameter whose value chooses a variant of a notice. */
const chooser: Partial<Record<NoticeType, string>> = {
  deposit: 'state',
  verify: 'decision',
  security: 'event',
  cardState: 'status',
  withdraw: 'state',
  application: 'state',
  refundArrival: 'to',
  consume: 'what',
  cardTransfer: 'what',
  rechargeArrival: 'what',
  openCardFail: 'what',
  feedback: 'state',
  agreement: 'state',
  challenge: 'state',
}

/** Title and content of a notice in the reader's language. Parameters stay text: they are never read as templates. */
export function wordsOf(
  { noticeType, params }: { noticeType: NoticeType; params: Record<string, string> },
  lang: 'zh' | 'en',
): { title: string; content: string } {
  if (noticeType === 'notice' && params[`title_${lang}`]) return writtenWords(params, lang)
  const { notices, variants, values } = lang === 'zh' ? zh : en
  const chosen = chooser[noticeType]
  const variant = chosen && variants[`${noticeType}.${params[chosen]}`]
  const { title, content } = variant || notices[noticeType]
  const spoken = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      values[`${name}.${value}`] ??
        inWords(name, value, { lang, isCount: name === 'left' && !params.currency }),
    ]),
  )
  return { title: filled(title, spoken), content: filled(content, spoken) }
}

/** What is left is a sum beside its currency, and else a number of things. */
function inWords(
  name: string,
  value: string,
  { lang, isCount }: { lang: 'zh' | 'en'; isCount: boolean },
): string {
  if (name === 'documents') return documents(value, lang)
  if (name === 'date') return day(value, lang)
  return sums.has(name) && !isCount ? sum(value) : plain(value)
}

/** Agreements by their names: `'service,fees'` is `服务协议、费用说明`, `service agreement and fee schedule`. */
function documents(keys: string, lang: 'zh' | 'en'): string {
  const { values } = lang === 'zh' ? zh : en
  const names = keys.split(',').map(key => values[`document.${key}`] ?? plain(key))
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(names)
}

const sums = new Set([
  'amount',
  'received',
  'limit',
  'used',
  'reserved',
  'left',
  'before',
  'available',
  'missing',
])

/** An amount as the app's bills show it, and no digit cut off: `'2000'` is `'2,000.00'`. */
function sum(amount: string): string {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  if (!whole) return plain(amount)
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`
}

/** A day as the app writes it: `'2026-12-07'` is `2026年12月7日`, `Dec 7, 2026`. */
function day(date: string, lang: 'zh' | 'en'): string {
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date)?.map(Number) ?? []
  if (!year) return plain(date)
  return lang === 'zh'
    ? `${year}年${month}月${dayOfMonth}日`
    : `${months[(month ?? 1) - 1]} ${dayOfMonth}, ${year}`
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** What an operator wrote, in both languages. */
function writtenWords(params: Record<string, string>, lang: 'zh' | 'en'): { title: string; content: string } {
  const paragraphs = (params[`content_${lang}`] ?? '').split('\n').map(paragraph => clipped(paragraph, 2000))
  return { title: plain(params[`title_${lang}`] ?? ''), content: paragraphs.map(unmarked).join('\n') }
}

function filled(templates: readonly string[], params: Record<string, string>): string {
  const namesIn = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map(match => match[1] as string)
  const fitting = templates.find(template => namesIn(template).every(name => params[name])) ?? ''
  return fitting.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}

/** One line of at most 200 characters, without control characters and marks that turn the direction of text. */
function plain(value: string): string {
  return clipped(unmarked(value), 200)
}

function unmarked(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
}
