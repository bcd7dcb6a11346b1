import { afterEach, expect, test, vi } from 'vitest'
import { drawReceipt } from './receipt-picture.ts'

afterEach(() => vi.restoreAllMocks())

/** A pen that notes what it writes and where; each letter is ten wide, whatever its font. */
function penOf() {
  const written: { words: string; y: number }[] = []
  const canvas = { width: 0, height: 0, toBlob: (done: (blob: Blob) => void) => done(new Blob(['png'])) }
  const pen = {
    canvas,
    fillRect: () => {},
    measureText: (words: string) => ({ width: words.length * 10 }),
    fillText: (words: string, _x: number, y: number) => written.push({ words, y }),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  return { written, canvas }
}

const hash = `0x${'ab12'.repeat(16)}`

test('a receipt has all its lines on its sheet, and long ones whole over several', async () => {
  const { written, canvas } = penOf()
  const lines: [string, string][] = [
    ['到账', '99.00 USDT'],
    ['交易哈希', hash],
  ]
  expect(await drawReceipt({ title: '提现成功', lines, caution: '由 Glaze 生成。' })).not.toBeNull()
  const words = written.map(({ words }) => words)
  expect(words.slice(0, 5)).toEqual(['釉 Glaze', '提现成功', '到账', '99.00 USDT', '交易哈希'])
  expect(words.slice(5, -1).length).toBeGreaterThan(1)
  expect(words.slice(5, -1).join('')).toBe(hash)
  expect(words.at(-1)).toBe('由 Glaze 生成。')
  const heights = written.map(({ y }) => y)
  expect(new Set(heights.slice(4)).size).toBe(heights.length - 4)
  expect(Math.max(...heights)).toBeLessThan(canvas.height)
})

test('there is none where nothing can be drawn', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  expect(await drawReceipt({ title: '提现成功', lines: [], caution: '' })).toBeNull()
})
