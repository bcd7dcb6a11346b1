import { beforeEach, expect, test, vi } from 'vitest'
import { afterPress } from './press.ts'

const work = vi.fn()

beforeEach(() => {
  work.mockClear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

function happens(type: string) {
  dispatchEvent(new Event(type))
}

test('while nobody presses anything, it is done at once', () => {
  afterPress(work)
  expect(work).toHaveBeenCalledOnce()
})

test.each(['pointerup', 'pointercancel'])('a press is not disturbed, however long it takes (%s)', type => {
  happens('pointerdown')
  afterPress(work)
  vi.advanceTimersByTime(5_000)
  happens(type)
  afterPress(work)
  vi.advanceTimersByTime(299)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(work).toHaveBeenCalledTimes(2)
})

test('nor is the next press, when it comes before the first has ended', () => {
  happens('pointerdown')
  afterPress(work)
  happens('pointerup')
  vi.advanceTimersByTime(200)
  happens('pointerdown')
  vi.advanceTimersByTime(1_000)
  expect(work).not.toHaveBeenCalled()
  happens('pointerup')
  vi.advanceTimersByTime(300)
  expect(work).toHaveBeenCalledOnce()
})
