import { beforeEach, expect, test, vi } from 'vitest'
import { bring } from './bring.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

test('a file that hangs is given up after two minutes, and asked for under another address then', async () => {
  vi.doMock('/assets/hung.js', () => new Promise(() => {}))
  vi.doMock('/assets/hung.js?r=1', () => ({ here: true }))
  let outcome = 'waits'
  bring('hung.js').catch(error => {
    outcome = error instanceof Error ? 'given up' : 'given up without a word'
  })
  await vi.advanceTimersByTimeAsync(119_999)
  expect(outcome).toBe('waits')
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toBe('given up')
  expect(await bring('hung.js')).toMatchObject({ here: true })
})
