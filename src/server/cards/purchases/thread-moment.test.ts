import { expect, test } from 'vitest'
import { type Fact, threadOf } from './thread.ts'

// Some issuers tell the time in whole seconds, and a machine that gives cash asks and claims in one of them.

const at = new Date(Date.UTC(2026, 0, 1))
const asked: Fact = { id: 'z', at, kind: 'asked', amountMinor: 100n, isIncrement: false }

test.each<[string, Fact]>([
  ['claimed', { id: 'a', at, kind: 'cleared', amountMinor: 100n, isFinal: true }],
  ['reversed', { id: 'a', at, kind: 'reversed', amountMinor: 100n }],
  ['expired', { id: 'a', at, kind: 'expired' }],
])(
  'what is %s in the moment or the second in which it was asked for holds nothing, whatever the two are called',
  (_name, end) => {
    const earlier = { ...asked, at: new Date(at.getTime() + 750) }
    for (const ask of [asked, { ...asked, id: '0' }, earlier])
      for (const facts of [
        [ask, end],
        [end, ask],
      ])
        expect(threadOf(facts)).toMatchObject({ askedMinor: 100n, heldMinor: 0n })
  },
)

test('what is told by the millisecond stays where it was told', () => {
  const after = (ms: number) => new Date(at.getTime() + ms)
  const again: Fact = { ...asked, id: 'b', at: after(300) }
  const reversed: Fact = { id: 'a', at: after(200), kind: 'reversed', amountMinor: 100n }
  expect(threadOf([asked, again, reversed])).toMatchObject({ heldMinor: 100n })
})
