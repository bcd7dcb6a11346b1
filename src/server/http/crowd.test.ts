import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aside, newCrowd } from './crowd.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

function pending() {
  let resolve = () => {}
  const promise = new Promise<void>(done => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}

/** So many come in; what answers them all is given back. */
function crowdOf(count: number, work: (answer: Promise<void>) => Promise<void> = answer => answer) {
  const crowd = newCrowd()
  const { promise, resolve } = pending()
  const inside = Promise.all(Array.from({ length: count }, () => crowd.join(() => work(promise))))
  const answerAll = async () => {
    resolve()
    await inside
  }
  return { crowd, answerAll }
}

test('there is room while few are inside, and for many that have not waited', () => {
  const { crowd: few } = crowdOf(127)
  const { crowd: many } = crowdOf(128)
  expect(many.hasRoomFor('other')).toBe(true)
  vi.advanceTimersByTime(499)
  expect(many.hasRoomFor('other')).toBe(true)
  vi.advanceTimersByTime(10_000)
  expect(few.hasRoomFor('other')).toBe(true)
})

test('there is none once one of many has waited, for what moves money a second later', async () => {
  const { crowd, answerAll } = crowdOf(128)
  vi.advanceTimersByTime(500)
  expect([crowd.hasRoomFor('other'), crowd.hasRoomFor('money')]).toEqual([false, true])
  vi.advanceTimersByTime(1000)
  expect(crowd.hasRoomFor('money')).toBe(false)
  await answerAll()
  expect(crowd.hasRoomFor('other')).toBe(true)
})

test('who waits for somebody else fills no place, and begins anew with the answer', async () => {
  const answered = pending()
  const { crowd } = crowdOf(200, rest => aside(() => answered.promise).then(() => rest))
  vi.advanceTimersByTime(60_000)
  expect(crowd.hasRoomFor('other')).toBe(true)
  answered.resolve()
  await new Promise(setImmediate)
  expect(crowd.hasRoomFor('other')).toBe(true)
  vi.advanceTimersByTime(500)
  expect(crowd.hasRoomFor('other')).toBe(false)
})

test('outside of a request waiting is just that', async () => {
  expect(await aside(async () => 'answer')).toBe('answer')
})
