import { expect, test } from 'vitest'
import { posterSvg } from './poster.ts'

test('what comes from outside is text in the poster, never markup', () => {
  const svg = posterSvg('https://glaze.example', { title: 'a', subtitle: 'b', code: '<image href="x"/>&"' })
  expect(svg).not.toContain('<image')
  expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull()
})
