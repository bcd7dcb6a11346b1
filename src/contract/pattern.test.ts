import { expect, test } from 'vitest'
import { isPattern } from './pattern.ts'

test.each([
  ...['000000', '123456', '654321', '012345', 'aaaaaa', 'abcdef'],
  ...['121212', '123123', '12341234', '1357913579', '258025802580', 'abc1abc1', 'a1a1a1a1'],
  ...['112233', '554433', '123321', '1234321', '12344321', '12211221', '😀😁😀😁'],
])('%s is a pattern', secret => expect(isPattern(secret)).toBe(true))

test.each([
  ...['135790', '248163', '147258', 'glaze1', '902174', '1234123', '123412345', '135531'],
  ...['porcelain1', 'celadon22', 'abcd1234', '😀a😁b', ''],
])('%s is none', secret => expect(isPattern(secret)).toBe(false))
