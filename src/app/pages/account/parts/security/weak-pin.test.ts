import { expect, test } from 'vitest'
import { isWeakPin } from './weak-pin.ts'

test.each(['000000', '111111', '123456', '654321', '012345', '121212', '123123', 'aaaaaa', 'abcdef'])(
  '%s is weak',
  pin => expect(isWeakPin(pin)).toBe(true),
)

test.each(['135790', '248163', '147258', 'glaze1', '902174'])('%s is not', pin =>
  expect(isWeakPin(pin)).toBe(false),
)
