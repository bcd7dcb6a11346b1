import { expect, test } from 'vitest'
import { flawsOf } from './quality.ts'

const side = 64

/** A small copy whose grey levels are what `level` says. */
function copyOf(level: (x: number, y: number) => number) {
  const data: number[] = []
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) data.push(level(x, y), level(x, y), level(x, y), 255)
  }
  return { width: side, height: side, data }
}

const large = { width: 1600, height: 1000 }
const stripes = copyOf(x => (x % 4 < 2 ? 60 : 190))

test('a sharp picture in good light has no flaw', () => {
  expect(flawsOf({ ...large, copy: stripes })).toEqual([])
})

test.each([
  ['small', { width: 600, height: 500, copy: stripes }],
  ['dark', { ...large, copy: copyOf(x => (x % 4 < 2 ? 5 : 70)) }],
  ['blur', { ...large, copy: copyOf(x => 80 + x) }],
  ['glare', { ...large, copy: copyOf((x, y) => (y < 10 ? 255 : x % 4 < 2 ? 60 : 190)) }],
] as const)('sees %s', (flaw, picture) => {
  expect(flawsOf(picture)).toEqual([flaw])
})
