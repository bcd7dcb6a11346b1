import { expect, test } from 'vitest'
import { pinMemory } from './pin-memory.ts'

const right = { userId: 'lin', pin: '246801', pinHash: 'hash' }

test('knows nothing but the PIN that was right and whose, with the hash it fits', () => {
  const memory = pinMemory()
  expect(memory.recall(right)).toBeNull()
  memory.remember(right)
  expect(memory.recall(right)).toBe('hash')
  for (const other of [{ pin: '246802' }, { userId: 'wei' }])
    expect(memory.recall({ ...right, ...other })).toBeNull()
})

test('forgets after five minutes, and the oldest when there are too many', () => {
  let now = 0
  const memory = pinMemory(() => now)
  memory.remember(right)
  now = 5 * 60_000 - 1
  expect(memory.recall(right)).toBe('hash')
  now += 1
  expect(memory.recall(right)).toBeNull()
  memory.remember(right)
  for (let i = 0; i < 10_000; i++) memory.remember({ ...right, userId: `user ${i}` })
  expect(memory.recall(right)).toBeNull()
  expect(memory.recall({ ...right, userId: 'user 0' })).toBe('hash')
  // What was right once more is not the oldest any longer.
  memory.remember({ ...right, userId: 'user 0' })
  memory.remember(right)
  expect(memory.recall({ ...right, userId: 'user 0' })).toBe('hash')
  expect(memory.recall({ ...right, userId: 'user 1' })).toBeNull()
})
