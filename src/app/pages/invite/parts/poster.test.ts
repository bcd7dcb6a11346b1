import { expect, test } from 'vitest'
import { posterSvg } from './poster.ts'

test('what comes from outside is text in the poster, never markup', () => {
  const svg = posterSvg('https://glaze.example', { title: 'a', subtitle: 'b', code: '<image href="x"/>&"' })
  expect(svg).not.toContain('<image')
  expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull()
})

test('what stands beside the picture is drawn smaller where it would leave the paper', () => {
  const sizeOf = (words: string) => {
    const svg = posterSvg('https://glaze.example', { title: 'a', subtitle: words, code: 'WMWMWMWM' })
    const size = (text: string) => Number(new RegExp(`font-size="([\\d.]+)"[^>]*>${text}<`).exec(svg)?.[1])
    return { words: size(words), code: size('WMWMWMWM') }
  }
  expect(sizeOf('扫码加入 Glaze')).toEqual({ words: 28, code: 34 })
  expect(sizeOf('Scan to join Glaze').words).toBeLessThan(24)
})
