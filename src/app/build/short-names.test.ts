import { expect, test } from 'vitest'
import { shortenedNames } from './short-names.ts'

const before = [
  'assets/card-BTeFMug.js',
  'assets/to-do-23-xt1z.js',
  'assets/zh-CN-card-aaaaaaa.js',
  'assets/en-US-card-bbbbbbb.js',
  'assets/en-US-core-ccccccc.js',
]

test('a file keeps four characters of its hash', () => {
  const names = shortenedNames(before)
  expect(names.get('assets/card-BTeFMug.js')).toBe('assets/card-BTeF.js')
  expect(names.get('assets/to-do-23-xt1z.js')).toBe('assets/to-do-23-x.js')
})

test('the words of an area have one hash in both languages, which changes with either', () => {
  const hashes = (names: Map<string, string>) =>
    ['zh-CN', 'en-US'].map(
      language => [...names.values()].find(name => name.includes(`${language}-card`))?.split('-')[3],
    )
  const [chinese, english] = hashes(shortenedNames(before))
  expect(chinese).toMatch(/^[\w-]{4}\.js$/)
  expect(english).toBe(chinese)
  for (const changed of ['aaaaaaa', 'bbbbbbb']) {
    const after = before.map(name => name.replace(changed, 'ddddddd'))
    expect(hashes(shortenedNames(after))[0]).not.toBe(chinese)
  }
})

test('two files that would have one name are told', () => {
  expect(() => shortenedNames(['assets/card-BTeFaaa.js', 'assets/card-BTeFbbb.js'])).toThrow('one short name')
})
