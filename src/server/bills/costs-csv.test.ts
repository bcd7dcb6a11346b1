import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { costKind } from '../../contract/bill.ts'
import { shownWords } from './bill-words.ts'
import { costWords } from './costs-csv.ts'

const appWords = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...['core', 'forms'].map(area =>
      JSON.parse(readFileSync(`src/app/locales/${language}/${area}.json`, 'utf8')),
    ),
  )

test.each(costKind.options)('a cost of the kind %s is called as in the app, in both languages', kind => {
  const said = costWords[kind] ?? shownWords.find(({ key }) => key === `feeKind.${kind}`)
  const keys = [`costKind.${kind}`, `feeKind.${kind}`]
  for (const [lang, language] of [
    ['zh', 'zh-CN'],
    ['en', 'en-US'],
  ] as const) {
    const words = appWords(language)
    expect([words[keys[0] ?? ''] ?? words[keys[1] ?? '']]).toEqual([said?.[lang]])
  }
})
