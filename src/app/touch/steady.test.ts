import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdRows } from './steady.ts'

let stop = () => {}
let top = 300
const moved = vi.fn()
const row = document.createElement('li')
const list = document.createElement('ul')

beforeEach(() => {
  moved.mockReset()
  top = 300
  list.replaceChildren(row)
  document.body.append(list)
  vi.spyOn(row, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, top, 320, 64))
  vi.stubGlobal('CSS', { supports: () => false })
  vi.stubGlobal('scrollBy', moved)
  vi.stubGlobal('scrollY', 500)
  document.elementFromPoint = () => row
  stop = holdRows()
})
afterEach(() => {
  stop()
  list.remove()
})

/** Rows come above the one that is read, which is pushed down by them. */
async function rowsCome(heightPx: number) {
  list.prepend(document.createElement('li'))
  top += heightPx
  await new Promise(resolve => setTimeout(resolve))
}

test('at the very top rows come as they are', async () => {
  vi.stubGlobal('scrollY', 0)
  stop()
  stop = holdRows()
  await rowsCome(64)
  expect(moved).not.toHaveBeenCalled()
})

test('what a finger scrolled in the meantime is not taken back', async () => {
  vi.stubGlobal('scrollY', 600)
  top -= 100
  await rowsCome(0)
  expect(moved).not.toHaveBeenCalled()
})

test('a browser that holds rows itself is left alone', async () => {
  stop()
  vi.stubGlobal('CSS', { supports: () => true })
  stop = holdRows()
  await rowsCome(64)
  expect(moved).not.toHaveBeenCalled()
})

test('the row that is read stays where it is', async () => {
  await rowsCome(128)
  expect(moved).toHaveBeenCalledExactlyOnceWith(0, 128)
})
