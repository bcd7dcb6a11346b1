import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { texts } from '../../params/texts.ts'
import { zh } from './zh.ts'

/** Places that Chinese words fill: they stand without spaces, as other Chinese does. */
const ofWords = /\{(name|label|country|region|what|month|day|year|ago|document|cardType|duration)\}/g

/**
 * A text as its reader may see it: a place is a number or a word in Latin letters, but for those of Chinese words and for
 * days, which begin with a number and end with a word: 2026年12月7日.
 */
const filled = (text: string) =>
  text
    .replace(/\{count, plural, (?:=0 \{([^}]*)\} )?other \{([^}]*)\}\}/g, '$1$2')
    .replace(ofWords, '字')
    .replace(/\{date\}/g, '0 日')
    .replace(/\{\w+\}|#/g, '0')

const rules = {
  'a space between Chinese and Latin letters or numbers': /\p{Script=Han}[\w%$]|[\w%]\p{Script=Han}/u,
  'Chinese marks in Chinese sentences':
    /\p{Script=Han} ?[,;:!?()]|[,;:!?()] ?\p{Script=Han}|\p{Script=Han}\.|\.\.\./u,
  'quotes like “these”': /["「」『』]/,
}

/** Every text below a value, with its place. */
function textsIn(value: unknown, place: string): [place: string, text: string][] {
  if (typeof value === 'string') return [[place, value]]
  return Object.entries(value ?? {}).flatMap(([key, each]) => textsIn(each, `${place} ${key}`))
}

const files = [...globSync('src/app/locales/zh-CN/*.json'), 'src/server/params/texts/faq-zh.json']
const all = [
  ...files.flatMap(file => textsIn(JSON.parse(readFileSync(file, 'utf8')), file)),
  ...textsIn(zh, 'messages'),
  ...textsIn(texts.zh, 'texts'),
].filter(([place]) => !/ when\.\w+$/.test(place))

test.each(Object.entries(rules))('Chinese has %s', (_name, broken) => {
  expect(all.filter(([, text]) => broken.test(filled(text)))).toEqual([])
})
