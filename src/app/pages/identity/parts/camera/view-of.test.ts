import { expect, test } from 'vitest'
import { underFrame } from './view-of.ts'

const screen = { width: 390, height: 844 }
const frame = { width: 350, height: 220 }

test('a film wider than the screen hangs over at its sides', () => {
  const film = { width: 1688, height: 844 }
  expect(underFrame({ film, screen, frame, marginShare: 0 })).toEqual({
    left: (1688 - 350) / 2,
    top: (844 - 220) / 2,
    width: 350,
    height: 220,
  })
})

test('the margin is part of what is taken, up to the edge of the film', () => {
  const film = { width: 780, height: 1688 }
  const { left, width, height } = underFrame({ film, screen, frame, marginShare: 0.1 })
  expect([left, width, height]).toEqual([0, 780, 528])
})
