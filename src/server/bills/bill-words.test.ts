import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { billKind } from '../../contract/bill.ts'
import { shownWords } from './bill-words.ts'

const appWords = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...['core', 'forms', 'wallet'].map(area =>
      JSON.parse(readFileSync(`src/app/locales/${language}/${area}.json`, 'utf8')),
    ),
  )
const [zh, en] = [appWords('zh-CN'), appWords('en-US')]

/** Without what is filled in, and the colon between it and the words. */
const plain = (text = '') =>
  text
    .replace(/\{\w+\}/g, '')
    .replace(/[：:]/, '')
    .trim()

test.each(shownWords)('$key is searched for by the words that the app shows', shown => {
  expect([shown.zh, shown.en]).toEqual([plain(zh[shown.key]), plain(en[shown.key])])
})

test('every kind, state and fee that a row may show is searched for', () => {
  const keys = shownWords.map(({ key }) => key)
  for (const kind of billKind.options) expect(keys).toContain(`billKind.${kind}`)
  const wanted = Object.keys({ ...zh }).filter(key => /^(billStatus|feeKind)\./.test(key))
  expect(wanted.length).toBeGreaterThan(10)
  expect(keys).toEqual(expect.arrayContaining(wanted))
})
