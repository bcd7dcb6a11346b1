import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Said, standingOf } from './said.ts'

const said = (...states: Said['state'][]) => states.map((state, second) => ({ state, at: new Date(second) }))

describe('where the words of the issuer leave a card', () => {
  test.each<[Said['state'][], ReturnType<typeof standingOf>]>([
    [[], { end: null, isFrozen: false }],
    [['frozen'], { end: null, isFrozen: true }],
    [['frozen', 'active'], { end: null, isFrozen: false }],
    [['expired', 'active'], { end: 'expired', isFrozen: false }],
    [['expired', 'frozen'], { end: 'expired', isFrozen: false }],
    [['frozen', 'expired', 'frozen', 'expired'], { end: 'expired', isFrozen: true }],
    [['frozen', 'expired'], { end: 'expired', isFrozen: true }],
    [['frozen', 'expired', 'active', 'frozen'], { end: 'expired', isFrozen: false }],
    [['frozen', 'expired', 'closed'], { end: 'expired', isFrozen: false }],
    [['frozen', 'closed', 'expired'], { end: 'closed', isFrozen: false }],
  ])('after %j', (states, standing) => {
    expect(standingOf(said(...states))).toEqual(standing)
  })

  test.each<[Said['state'][], Said['state'][], ReturnType<typeof standingOf>]>([
    [[], ['active', 'frozen'], { end: null, isFrozen: true }],
    [[], ['frozen', 'expired'], { end: 'expired', isFrozen: false }],
    [['frozen'], ['active', 'expired'], { end: 'expired', isFrozen: true }],
    [[], ['expired', 'closed'], { end: 'closed', isFrozen: false }],
  ])('after %j, then %j of one moment', (before, moment, standing) => {
    const tied = moment.map(state => ({ state, at: new Date(9_000) }))
    expect(standingOf([...said(...before), ...tied])).toEqual(standing)
    expect(standingOf([...tied.reverse(), ...said(...before)])).toEqual(standing)
  })

  test('is the same in whatever order they are told', () => {
    const words = fc.array(fc.constantFrom<Said['state'][]>('active', 'frozen', 'expired', 'closed'))
    const mixed = words
      .map(states => said(...states))
      .chain(all => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
    fc.assert(
      fc.property(mixed, ([all, told]) => {
        expect(standingOf(told)).toEqual(standingOf(all))
      }),
    )
  })
})
