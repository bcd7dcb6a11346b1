import { render } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { useGrowing } from './use-growing.ts'

function drawn() {
  const counts: number[] = []
  function List({ length }: { length: number }) {
    counts.push(useGrowing(length))
    return null
  }
  return { counts, List }
}

test('a list that arrives is drawn ten by ten, and what is read on at once', async () => {
  const { counts, List } = drawn()
  const { rerender } = render(<List length={0} />)
  rerender(<List length={24} />)
  await expect.poll(() => counts.at(-1)).toBe(24)
  expect(counts).toEqual([0, 10, 20, 24])
  rerender(<List length={55} />)
  expect(counts).toEqual([0, 10, 20, 24, 55])
})

test('a list that was there is there at once, and one that shrinks shrinks', () => {
  const { counts, List } = drawn()
  const { rerender } = render(<List length={60} />)
  rerender(<List length={5} />)
  expect(counts).toEqual([60, 5])
})
