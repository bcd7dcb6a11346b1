import { expect, test } from 'vitest'
import { pinMemory } from './pin-memory.ts'

const right = { userId: 'lin', pin: '246801', pinHash: 'hash' }

test('knows nothing but the PIN that was right, of that person and that hash', () => {
  const memory = pinMemory()
  expect(memory.isRight(right)).toBe(false)
  memory.remember(right)
  expect(memory.isRight(right)).toBe(true)
  for (const other of [{ pin: '246802' }, { userId: 'wei' }, { pinHash: 'of a new PIN' }])
    expect(memory.isRight({ ...right, ...other })).toBe(false)
})

test('forgets after five minutes, and the oldest when there are too many', () => {
  let now = 0
  const memory = pinMemory(() => now)
  memory.remember(right)
  now = 5 * 60_000 - 1
  expect(memory.isRight(right)).toBe(true)
  now += 1
  expect(memory.isRight(right)).toBe(false)
  memory.remember(right)
  for (let i = 0; i < 10_000; i++) memory.remember({ ...right, userId: `user ${i}` })
  expect(memory.isRight(right)).toBe(false)
  expect(memory.isRight({ ...right, userId: 'user 1' })).toBe(true)
})
