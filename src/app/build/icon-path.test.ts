import { expect, test } from 'vitest'
import { pathOf } from './icon-path.ts'

const drawn = (...shapes: string[]) =>
  pathOf(`<svg viewBox="0 0 24 24" fill="none">\n  ${shapes.join('\n  ')}\n</svg>`)

test.each([
  ['a path', '<path d="M12 5v14" />', 'M12 5v14'],
  ['one that starts from the corner', '<path d="m9 18h2" />', 'M9 18h2'],
  ['one whose lines have no letter', '<path d="m9 18 6-6-6-6" />', 'M9 18l6-6-6-6'],
  ['one without blanks', '<path d="m.5-.5.5.5" />', 'M.5 -.5l.5.5'],
  ['a line', '<line x1="2" x2="22" y1="10" y2="11" />', 'M2 10L22 11'],
  ['lines', '<polyline points="4 7 4 4 20 4" />', 'M4 7 4 4 20 4'],
  ['a circle', '<circle cx="12" cy="11" r="4" />', 'M8 11a4 4 0 0 1 8 0 4 4 0 0 1-8 0z'],
  ['a box', '<rect x="2" y="5" width="20" height="14" />', 'M2 5h20v14h-20v-14z'],
  [
    'a round box',
    '<rect x="2" y="5" width="20" height="14" rx="2" />',
    'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2z',
  ],
])('%s', (_, shape, path) => {
  expect(drawn(shape)).toBe(path)
})

test('shapes follow each other, none from where the last one ended', () => {
  expect(drawn('<path d="M12 5v14" />', '<path d="m19 12-7 7-7-7" />')).toBe('M12 5v14M19 12l-7 7-7-7')
})

test('what cannot be drawn is said at the build', () => {
  expect(() => drawn('<ellipse cx="12" cy="12" rx="4" ry="2" />')).toThrow('<ellipse>')
})
