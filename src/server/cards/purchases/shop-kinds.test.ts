import { expect, test } from 'vitest'
import { shopKindOf } from './shop-kinds.ts'

test.each([
  ['7995', 'gambling'],
  ['7801', 'gambling'],
  ['9406', 'gambling'],
  ['5967', 'adult'],
  ['7273', 'adult'],
  ['5813', 'alcohol'],
  ['5993', 'alcohol'],
  ['6051', 'money'],
  ['4829', 'money'],
  ['5816', 'games'],
  ['7994', 'games'],
  ['3000', 'travel'],
  ['3999', 'travel'],
  ['7011', 'travel'],
  // A restaurant, the doors beside a range, a code nobody has, and what is none.
  ['5812', null],
  ['7803', null],
  ['2999', null],
  ['4000', null],
  ['0000', null],
  ['', null],
  ['79950', null],
  [' 7995', null],
  ['7e3', null],
])('of category %j is a shop of kind %s', (mcc, kind) => {
  expect(shopKindOf(mcc)).toBe(kind)
})
