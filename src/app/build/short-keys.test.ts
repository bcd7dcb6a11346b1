import { expect, test } from 'vitest'
import { areas, keysOf } from './catalogues.ts'
import { keysIn, said, shortened, shortName } from './short-keys.ts'

const all = areas().flatMap(keysOf)

test('no two keys have one name, and none has the name of another', () => {
  const names = all.map(shortName)
  expect(new Set(names).size).toBe(all.length)
  expect(names.filter(name => /^[a-zA-Z][0-9a-z]+$/.test(name)).length).toBeGreaterThan(all.length / 3)
})

test('a key that is put together keeps its name, one that is said whole does not', () => {
  expect(shortName('refusal.pin_incorrect')).toBe('refusal.pin_incorrect')
  expect(shortName('wallet.step.other')).toBe('wallet.step.other')
  expect(shortName('wallet.bill.title')).toMatch(/^[a-zA-Z]\w{1,2}$/)
})

test('keys of an area are there once, with a name or a number', () => {
  for (const area of areas()) {
    const { named, numbered } = keysIn(area)
    expect([...named, ...numbered].sort()).toEqual(keysOf(area).sort())
  }
})

test('a module gets the names wherever it says a key, and nowhere else', () => {
  const name = shortName('wallet.bill.title')
  const code = (key: string) =>
    `const a = t(${key}), b = { ${key}: [x] }, c = 'wallet.bill.titles', d = \`\${x}.bill.title\``
  expect(shortened(code("'wallet.bill.title'"))).toBe(code(`'${name}'`))
  expect(shortened(code('"wallet.bill.title"'))).toBe(code(`'${name}'`))
  expect(shortened('t(`wallet.bill.title`)')).toBe(`t('${name}')`)
  expect(shortened("t('refusal.pin_incorrect')")).toBe("t('refusal.pin_incorrect')")
})

test('every sentence is said somewhere', () => {
  const { whole, told, patterns } = said()
  const isSaid = (key: string) =>
    whole.has(key) || told.has(key) || patterns.some(pattern => pattern.test(key))
  expect(all.filter(key => !isSaid(key))).toEqual([])
})
