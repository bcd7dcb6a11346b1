import { expect, test } from 'vitest'
import { cornersOf } from './edges.ts'

const width = 320
const height = 202

/** A card on a table, its sides this many pixels from where the frame has them. */
function card({ left = 0, right = 0, top = 0, bottom = 0, table = 60, paper = 190 } = {}) {
  const [edgeX, edgeY] = [Math.round(width / 12), Math.round(height / 12)]
  const grey = Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    const isInside =
      x >= edgeX + left && x < width - edgeX - right && y >= edgeY + top && y < height - edgeY - bottom
    return (isInside ? paper : table) + ((x * 7 + y * 13) % 5)
  })
  return { width, height, grey }
}

test('a card in the frame has all four corners', () => {
  expect(cornersOf(card())).toEqual([true, true, true, true])
})

test('a little off is still in the frame', () => {
  expect(cornersOf(card({ left: 8, top: -6, right: -8, bottom: 5 }))).toEqual([true, true, true, true])
})

test('a card that reaches over a side lacks both corners of it', () => {
  expect(cornersOf(card({ right: -60 }))).toEqual([true, false, false, true])
  expect(cornersOf(card({ top: -60 }))).toEqual([false, false, true, true])
})

test('a card that is too far away has none', () => {
  expect(cornersOf(card({ left: 70, right: 70, top: 50, bottom: 50 }))).toEqual([false, false, false, false])
})

test('an empty table, and paper of the colour of the table, have none', () => {
  expect(cornersOf(card({ paper: 60 }))).toEqual([false, false, false, false])
  expect(cornersOf(card({ paper: 64 }))).toEqual([false, false, false, false])
})
