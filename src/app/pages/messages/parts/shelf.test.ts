import { beforeEach, describe, expect, test } from 'vitest'
import type { Message } from './kinds.ts'
import { shelve, shelves } from './shelf.ts'

const rows = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => ({ id: `${from - index}`.padStart(4, '0') }) as Message)
const ids = () => shelves.value.a?.rows.map(({ id }) => Number(id))

beforeEach(() => {
  shelves.value = {}
})

describe('a shelf', () => {
  test('keeps what is below when the newest rows reach down to it', () => {
    shelve('a', { rows: rows(10, 6), total: 10, isTop: true })
    shelve('a', { rows: rows(5, 1), total: 10, isTop: false })
    shelve('a', { rows: rows(12, 8), total: 12, isTop: true })
    expect(ids()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('has no hole: rows that came meanwhile and are not here yet are never passed over', () => {
    shelve('a', { rows: rows(10, 6), total: 10, isTop: true })
    shelve('a', { rows: rows(5, 1), total: 10, isTop: false })
    shelve('a', { rows: rows(20, 16), total: 20, isTop: true })
    expect(ids()).toEqual([20, 19, 18, 17, 16])
    shelve('a', { rows: rows(15, 11), total: 20, isTop: false })
    expect(ids()).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11])
  })
})
