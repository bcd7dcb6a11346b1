import { afterEach, describe, expect, test, vi } from 'vitest'
import { newId, timeOf } from './id.ts'

afterEach(() => {
  vi.useRealTimers()
})

const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms })
const start = Date.parse('2026-11-26T12:00:00Z')

describe('ids of one process', () => {
  test('sort in the order they were made, however many there are in one moment', () => {
    at(start)
    const ids = Array.from({ length: 10_000 }, newId)
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('go on from the latest while the clock is put back a little', () => {
    at(start)
    const before = newId()
    at(start - 59_000)
    expect(newId() > before).toBe(true)
  })

  test('are of the right time once a clock that ran ahead is right again, and all different', () => {
    at(start + 10 * 24 * 3600_000)
    const ahead = Array.from({ length: 100 }, newId)
    at(start)
    const ids = Array.from({ length: 100 }, newId)
    for (const id of ids) expect(timeOf(id).getTime() - start).toBeLessThan(1000)
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set([...ahead, ...ids]).size).toBe(200)
  })
})
