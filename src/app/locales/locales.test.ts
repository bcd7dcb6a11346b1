import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { refusals } from '../../contract/refusal.ts'
import { compileCatalogue } from '../build/words.ts'
import { routeNames } from '../routing/route-names.ts'

const folder = join(process.cwd(), 'src/app/locales')
const files = readdirSync(join(folder, 'zh-CN'))

function read(language: string, file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, language, file), 'utf8'))
}

/** Arguments of a sentence with their kinds. */
function argumentsOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap(element => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    const inner =
      'options' in element ? Object.values(element.options).flatMap(({ value }) => argumentsOf(value)) : []
    return [element.value, ...inner]
  })
}

describe.each(files)('%s', file => {
  const chinese = read('zh-CN', file)
  const english = read('en-US', file)

  test('says the same things in both languages, in the same order', () => {
    expect(Object.keys(english)).toEqual(Object.keys(chinese))
  })

  test('takes the same arguments in both languages', () => {
    for (const key of Object.keys(chinese)) {
      const [zh, en] = [chinese, english].map(words => new Set(argumentsOf(parse(words[key] ?? ''))))
      expect(en, key).toEqual(zh)
    }
  })

  test('goes without the formatter in Chinese, which phones then need not load', () => {
    expect(compileCatalogue(chinese)).not.toContain('import')
  })

  test('names its keys after its area', () => {
    const area = file.replace('.json', '')
    if (area === 'core' || area === 'forms') return
    for (const key of Object.keys(chinese)) expect(key.startsWith(`${area}.`), key).toBe(true)
  })
})

test('every refusal has words', () => {
  const words = { ...read('zh-CN', 'core.json'), ...read('zh-CN', 'forms.json') }
  for (const key of Object.keys(refusals)) expect(words, key).toHaveProperty([`refusal.${key}`])
})

test('a machine that gives cash has one English name, in answers to questions, too', () => {
  const answers = readFileSync(join(process.cwd(), 'src/server/params/texts/faq-en.json'), 'utf8')
  const said = [answers, ...files.map(file => JSON.stringify(read('en-US', file)))]
  expect(said.filter(words => /cash (machine|point|dispenser)/i.test(words))).toEqual([])
})

test('a sentence joins its parts with words and marks: a dot would end a line where it breaks', () => {
  const said = files.flatMap(file => [read('zh-CN', file), read('en-US', file)].flatMap(Object.values))
  expect(said.filter(words => words.includes('·'))).toEqual([])
})

test('an e-mail has one spelling in English', () => {
  const said = files.flatMap(file => Object.values(read('en-US', file)))
  expect(said.filter(words => /\bemail/i.test(words.replace(/{\w+}/g, '')))).toEqual([])
})

test('the pages are the routes of the specification, every one of them and no other', () => {
  const pages = readdirSync(join(folder, '../pages'), { recursive: true }).map(String)
  const names = pages.map(file => file.match(/^(?!dev)\w+\/([\w-]+)\.tsx$/)?.[1]).filter(Boolean)
  expect(names.sort()).toEqual([...routeNames].sort())
})
