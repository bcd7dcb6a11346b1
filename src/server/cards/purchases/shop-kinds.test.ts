import { expect, test } from 'vitest'
import { shopKindOf } from './shop-kinds.ts'

const all = Array.from({ length: 10_000 }, (_, code) => `${code}`.padStart(4, '0'))

test.each([
  ['gambling', ['7800', '7801', '7802', '7995', '9406']],
  ['adult', ['5967', '7273']],
  ['alcohol', ['5813', '5921', '5993']],
  ['money', ['4829', '6050', '6051', '6211', '6538', '6540']],
  ['games', ['5815', '5816', '5817', '5818', '7993', '7994']],
  [
    'travel',
    [
      ...all.slice(3000, 4000),
      ...['4112', '4411', '4511', '4722', '4723', '7011', '7012', '7033', '7512', '7513', '7519'],
    ],
  ],
])('shops of the kind %s have these categories and no other', (kind, codes) => {
  expect(all.filter(code => shopKindOf(code) === kind)).toEqual(codes)
})

// A restaurant, a code nobody has, and what is none.
test.each(['5812', '0000', '', '79950', ' 7995', '7e3'])('of category %j is a shop of no kind', mcc => {
  expect(shopKindOf(mcc)).toBeNull()
})
