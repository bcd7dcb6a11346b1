import { expect, test } from 'vitest'
import { codeIn, newCode, writtenCode } from './statement-code.ts'

test('a code is read as it was written, in any case and spacing, with the letters that it avoids', () => {
  for (let times = 0; times < 200; times++) {
    const code = newCode()
    const written = writtenCode(code)
    expect(written).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
    const loose = written.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    for (const text of [written, loose, written.replaceAll('-', '')]) expect(codeIn(text)).toEqual(code)
  }
})

test('what was mistyped is known as such: one digit, two that changed places, one too few or too many', () => {
  let missed = 0
  for (let times = 0; times < 50; times++) {
    const written = writtenCode(newCode()).replaceAll('-', '')
    for (let place = 0; place < written.length; place++) {
      const other = written[place] === '7' ? '8' : '7'
      if (codeIn(written.slice(0, place) + other + written.slice(place + 1))) missed++
    }
    expect(codeIn(written.slice(1))).toBeNull()
    expect(codeIn(`${written}7`)).toBeNull()
    expect(codeIn(written.replace(/.$/, 'U'))).toBeNull()
  }
  // One of 4,096 passes for a code that was never given.
  expect(missed).toBeLessThan(10)
  for (const text of ['', '----', '٣'.repeat(28), 'x'.repeat(100)]) expect(codeIn(text)).toBeNull()
})
