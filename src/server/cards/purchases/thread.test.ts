import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Fact, factOf, storedFact, threadOf } from './thread.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
const happened = (word: string, second: number, what: object) =>
  ({ id: `${word}-${second}`, at: at(second), ...what }) as Fact
const asked = (second: number, amountMinor: bigint, isIncrement = false) =>
  happened('ask', second, { kind: 'asked', amountMinor, isIncrement })
const refused = (second: number, amountMinor: bigint, reason = 'no_money') =>
  happened('ref', second, { kind: 'refused', amountMinor, isIncrement: false, reason })
const denied = (second: number, amountMinor: bigint, askSecond: number | null) => {
  const askId = askSecond === null ? null : `ask-${askSecond}`
  return happened('den', second, { kind: 'denied', amountMinor, reason: 'issuer_busy', askId })
}
const reversed = (second: number, amountMinor: bigint) =>
  happened('rev', second, { kind: 'reversed', amountMinor })
const expired = (second: number) => happened('exp', second, { kind: 'expired' })
const cleared = (second: number, amountMinor: bigint, isFinal = true) =>
  happened('clr', second, { kind: 'cleared', amountMinor, isFinal })
const refunded = (second: number, amountMinor: bigint) =>
  happened('rfd', second, { kind: 'refunded', amountMinor, isDispute: false })
const withdrawn = (second: number, amountMinor: bigint) =>
  happened('wdr', second, { kind: 'withdrawn', amountMinor, isDispute: true })

describe('a purchase over its life', () => {
  test.each<[string, Fact[], Partial<ReturnType<typeof threadOf>>]>([
    ['approved', [asked(1, 100n)], { status: 'pending', heldMinor: 100n, askedMinor: 100n }],
    ['raised by a cent', [asked(1, 100n), asked(2, 1n, true)], { heldMinor: 101n, askedMinor: 101n }],
    ['asked twice', [asked(1, 100n), asked(2, 100n)], { heldMinor: 100n, askedMinor: 100n }],
    [
      'asked again for another amount',
      [asked(1, 10n), asked(2, 500n)],
      { status: 'pending', heldMinor: 510n, askedMinor: 510n },
    ],
    [
      'asked again for the amount of either',
      [asked(1, 10n), asked(2, 500n), asked(3, 10n), asked(4, 500n)],
      { heldMinor: 510n, askedMinor: 510n },
    ],
    [
      'asked again after it expired',
      [asked(1, 100n), expired(2), asked(3, 100n)],
      { status: 'pending', heldMinor: 100n, askedMinor: 200n },
    ],
    [
      'asked for less after a reversal',
      [asked(1, 100n), reversed(2, 100n), asked(3, 80n)],
      { status: 'pending', heldMinor: 80n, askedMinor: 180n },
    ],
    [
      'asked again after it was cleared',
      [asked(1, 100n), cleared(2, 100n), asked(3, 100n)],
      { status: 'posted', heldMinor: 100n, clearedMinor: 100n },
    ],
    [
      'asked again after a part was reversed',
      [asked(1, 100n), reversed(2, 90n), asked(3, 100n)],
      { status: 'pending', heldMinor: 100n, askedMinor: 190n },
    ],
    [
      'asked for after a check of nothing',
      [asked(1, 0n), asked(2, 100n)],
      { status: 'pending', heldMinor: 100n, askedMinor: 100n },
    ],
    [
      'asked twice, then the first denied',
      [asked(1, 9n), asked(2, 9n), denied(3, 9n, 1)],
      { status: 'pending', heldMinor: 9n },
    ],
    [
      'asked again after a no',
      [asked(1, 9n), denied(2, 9n, 1), asked(3, 9n)],
      { status: 'pending', heldMinor: 9n },
    ],
    ['a check of nothing', [asked(1, 0n)], { status: 'posted', heldMinor: 0n, isShown: true }],
    ['a check of nothing that expired', [asked(1, 0n), expired(2)], { status: 'posted' }],
    [
      'cleared',
      [asked(1, 100n), cleared(2, 100n)],
      { isForced: false, status: 'posted', heldMinor: 0n, clearedMinor: 100n },
    ],
    ['cleared for less', [asked(1, 100n), cleared(2, 80n)], { heldMinor: 0n, clearedMinor: 80n }],
    ['cleared in part', [asked(1, 100n), cleared(2, 1n, false)], { heldMinor: 99n, status: 'posted' }],
    [
      'cleared in parts',
      [asked(1, 100n), cleared(2, 60n, false), cleared(3, 30n, false)],
      { heldMinor: 10n, clearedMinor: 90n, clearings: 2 },
    ],
    ['cleared for more', [asked(1, 100n), cleared(2, 120n)], { heldMinor: 0n, clearedMinor: 120n }],
    ['cleared unasked', [cleared(1, 50n)], { status: 'posted', isForced: true, clearedMinor: 50n }],
    ['asked, a cent', [asked(1, 1n)], { status: 'pending' }],
    ['cleared unasked, a cent', [cleared(1, 1n)], { status: 'posted', isForced: true, clearings: 1 }],
    ['refunded, a cent', [cleared(1, 1n), refunded(2, 1n)], { status: 'refunded' }],
    ['reversed', [asked(1, 1n), reversed(2, 1n)], { status: 'reversed', heldMinor: 0n }],
    ['reversed in part', [asked(1, 100n), reversed(2, 30n)], { status: 'pending', heldMinor: 70n }],
    ['expired', [asked(1, 100n), expired(2)], { status: 'expired', heldMinor: 0n }],
    [
      'cleared late',
      [asked(1, 100n), expired(2), cleared(3, 100n)],
      { status: 'posted', clearedMinor: 100n },
    ],
    [
      'denied',
      [asked(1, 100n), denied(2, 100n, 1)],
      { status: 'declined', reason: 'issuer_busy', heldMinor: 0n },
    ],
    [
      'refused',
      [refused(1, 9n)],
      { status: 'declined', reason: 'no_money', askedMinor: 9n, heldMinor: 0n, isForced: false },
    ],
    [
      'refused twice: for what was asked first, with the last reason',
      [refused(1, 9n), refused(2, 5n, 'velocity')],
      { status: 'declined', reason: 'velocity', askedMinor: 9n },
    ],
    [
      'approved after it was refused',
      [refused(1, 9n), asked(2, 5n)],
      { status: 'pending', reason: null, askedMinor: 5n },
    ],
    [
      'refused once more after it was reversed',
      [asked(1, 9n), reversed(2, 9n), refused(3, 9n)],
      { status: 'reversed', reason: null, askedMinor: 9n },
    ],
    [
      'cleared though it was refused',
      [refused(1, 9n), cleared(2, 9n)],
      { status: 'posted', reason: null, isForced: true, clearedMinor: 9n },
    ],
    ['a raise denied', [asked(1, 100n), asked(2, 40n, true), denied(3, 40n, 2)], { heldMinor: 100n }],
    ['a raise denied that we never heard of', [asked(1, 100n), denied(3, 40n, 9)], { heldMinor: 100n }],
    [
      'of two raises of one amount the one that was denied',
      [asked(1, 9n), asked(2, 4n, true), asked(3, 4n, true), denied(4, 4n, 2), reversed(5, 1n)],
      { heldMinor: 12n, askedMinor: 13n },
    ],
    ['denied before we were heard', [denied(1, 9n, 2), asked(2, 9n)], { status: 'declined', heldMinor: 0n }],
    [
      'a no of the same amount that we were never asked',
      [asked(1, 9n), denied(2, 9n, null)],
      { heldMinor: 9n },
    ],
    ['refunded', [asked(1, 9n), cleared(2, 9n), refunded(3, 9n)], { status: 'refunded', state: 'posted' }],
    ['refunded in part', [cleared(2, 9n), refunded(3, 4n)], { status: 'posted', refundedMinor: 4n }],
    [
      'refunded, and a part withdrawn again',
      [cleared(1, 9n), refunded(2, 9n), withdrawn(3, 4n)],
      { status: 'posted', refundedMinor: 5n },
    ],
    [
      'refunded while a part is held',
      [asked(1, 9n), cleared(2, 5n, false), refunded(3, 5n)],
      { status: 'posted', heldMinor: 4n, refundedMinor: 5n },
    ],
    [
      'a reversal alone',
      [reversed(2, 9n)],
      { isShown: false, heldMinor: 0n, askedMinor: 0n, status: 'posted', isForced: false },
    ],
    [
      'reversed in part: of what was asked for first, though that was denied',
      [asked(1, 4n, true), asked(2, 9n), asked(3, 4n, true), reversed(4, 4n), asked(5, 9n), denied(6, 4n, 1)],
      { heldMinor: 9n },
    ],
  ])('%s', (_name, facts, expected) => {
    expect(threadOf(facts)).toMatchObject(expected)
  })

  test.each<[string, Fact[], [string, bigint][]]>([
    ['an approval', [asked(1, 100n)], [['ask-1', 100n]]],
    [
      'a raise for itself',
      [asked(1, 100n), asked(2, 40n, true)],
      [
        ['ask-1', 100n],
        ['ask-2', 40n],
      ],
    ],
    ['no check of nothing', [asked(1, 0n)], []],
    ['nothing twice', [asked(1, 100n), asked(2, 100n)], [['ask-1', 100n]]],
    [
      'another amount for itself',
      [asked(1, 10n), asked(2, 500n)],
      [
        ['ask-1', 10n],
        ['ask-2', 500n],
      ],
    ],
    ['what was asked for after a check of nothing', [asked(1, 0n), asked(2, 100n)], [['ask-2', 100n]]],
    [
      'what was asked for again after it expired',
      [asked(1, 100n), expired(2), asked(3, 100n)],
      [['ask-3', 100n]],
    ],
    [
      'what was asked for again after a clearing',
      [asked(1, 100n), cleared(2, 60n), asked(3, 100n)],
      [
        ['ask-1', 60n],
        ['ask-3', 100n],
      ],
    ],
    ['nothing that was reversed', [asked(1, 100n), reversed(2, 100n)], []],
    ['nothing that expired', [asked(1, 100n), expired(2)], []],
    ['nothing that was denied', [asked(1, 100n), denied(2, 100n, 1)], []],
    [
      'what a reversal left, the earliest first',
      [asked(1, 9n), asked(2, 4n, true), reversed(3, 5n)],
      [['ask-1', 8n]],
    ],
    ['what was cleared for less', [asked(1, 100n), cleared(2, 80n)], [['ask-1', 80n]]],
    ['what was cleared for more', [asked(1, 100n), cleared(2, 120n)], [['ask-1', 120n]]],
    [
      'what was cleared for more than was asked twice',
      [asked(1, 1n), asked(2, 1n), cleared(3, 5n)],
      [['ask-1', 5n]],
    ],
    [
      'what was cleared before it was asked for, with the approval',
      [cleared(1, 50n), asked(2, 100n)],
      [['ask-2', 150n]],
    ],
    ['what was cleared in part and is held', [asked(1, 100n), cleared(2, 60n, false)], [['ask-1', 100n]]],
    ['what was cleared late', [asked(1, 100n), expired(2), cleared(3, 90n)], [['ask-1', 90n]]],
    ['what nobody had asked for', [cleared(1, 50n), cleared(2, 5n)], [['clr-1', 55n]]],
    ['what was given back', [asked(1, 9n), cleared(2, 9n), refunded(3, 9n)], [['ask-1', 9n]]],
  ])('counts against the limits: %s', (_name, facts, expected) => {
    expect(threadOf(facts).counted.map(({ factId, amountMinor }) => [factId, amountMinor])).toEqual(expected)
  })

  const fact = fc.record({
    kind: fc.constantFrom(
      'asked',
      'refused',
      'denied',
      'reversed',
      'expired',
      'cleared',
      'refunded',
      'withdrawn',
    ),
    second: fc.nat(8),
    of: fc.nat(8),
    amountMinor: fc.bigInt(0n, 50n),
    isIncrement: fc.boolean(),
    isFinal: fc.boolean(),
  })
  const facts = fc
    .array(fact, { maxLength: 8 })
    .map(list =>
      list.map(
        ({ second, of, ...rest }, place) =>
          ({ ...rest, id: `f${place}`, at: at(second), reason: 'x', askId: `f${of}` }) as Fact,
      ),
    )

  test('is the same in whatever order its facts arrive, and however often', () => {
    const shuffled = facts.chain(list =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
    )
    fc.assert(
      fc.property(shuffled, ([list, mixed]) => {
        expect(threadOf(mixed)).toEqual(threadOf(list))
      }),
      { numRuns: 5000 },
    )
  })

  test('never holds more than was approved, and only an approval makes it hold more', () => {
    fc.assert(
      fc.property(facts, list => {
        const all = threadOf(list)
        expect(all.heldMinor <= all.askedMinor && all.heldMinor >= 0n).toBe(true)
        const counted = all.counted.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
        expect(counted).toBe(all.heldMinor + all.clearedMinor)
        const last = list.at(-1)
        if (last && last.kind !== 'asked') {
          expect(all.heldMinor <= threadOf(list.slice(0, -1)).heldMinor).toBe(true)
        }
      }),
      { numRuns: 5000 },
    )
  })

  test('is kept and read without a change', () => {
    const list = [
      asked(1, 5n, true),
      cleared(2, 5n, false),
      expired(3),
      denied(4, 1n, null),
      refused(5, 1n),
      refunded(6, 1n),
      withdrawn(7, 1n),
    ]
    expect(list.map(fact => factOf(JSON.parse(JSON.stringify(storedFact(fact)))))).toEqual(list)
  })
})
