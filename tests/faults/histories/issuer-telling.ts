import { expect } from 'vitest'
import { type CardWorld, sendHook } from '../../fixtures/cards/cardholder.ts'
import type { Telling } from './issuer-story.ts'

/** As many as the database has connections for, with some to spare. */
const atOnceMax = 6

/** Tells each its parts, one part after the other: the n-th part of all together, and then what they ask for is done. */
export async function tellAll(tested: CardWorld, courses: readonly Telling[][][]): Promise<void> {
  const rounds = Math.max(...courses.map(({ length }) => length))
  for (let round = 0; round < rounds; round++) {
    const part = courses.flatMap(course => course[round] ?? [])
    await Promise.all(
      Array.from({ length: atOnceMax }, async () => {
        for (let telling = part.shift(); telling; telling = part.shift()) await tell(tested, telling)
      }),
    )
    await tested.work()
  }
}

async function tell(tested: CardWorld, { path, body }: Telling): Promise<void> {
  const response = await sendHook(tested, path, body)
  expect(response.statusCode).toBe(200)
  // Whether there is enough, and whether the card may, does depend on the order: no story is about that.
  if (path === 'authorization') expect(response.json()).toEqual({ decision: 'approved' })
}
