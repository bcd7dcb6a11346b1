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
  'what is %s in the moment in which it was asked for holds nothing, whatever the two are called',
  (_name, end) => {
    for (const ask of [asked, { ...asked, id: '0' }])
      for (const facts of [
        [ask, end],
        [end, ask],
      ])
        expect(threadOf(facts)).toMatchObject({ askedMinor: 100n, heldMinor: 0n })
  },
)
