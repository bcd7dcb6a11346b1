import { expect, test } from 'vitest'
import { isCardPin, isGuessed, pinRules } from './card-pin.ts'

test.each(['', '123', '12345', '1111', '1234', '4321', '0123', '6789', '9876', '12a4'])(
  'the card PIN %j is refused before it is sent',
  pin => expect(isCardPin(pin)).toBe(false),
)

test.each(['1235', '7305', '1123', '8901', '0987'])('the card PIN %s is taken', pin =>
  expect(isCardPin(pin)).toBe(true),
)

test.each(['1987', '2004', '4747', '1225', '2512'])('%s is taken with a warning', pin => {
  expect(isCardPin(pin)).toBe(true)
  expect(isGuessed(pin)).toBe(true)
})

test.each(['7305', '8693', '1111'])('%s is not warned of', pin => expect(isGuessed(pin)).toBe(false))

test('the rules that are shown while one types are together the rule that decides, for every PIN', () => {
  const pins = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'))
  const differing = pins.filter(pin => isCardPin(pin) !== Object.values(pinRules).every(isMet => isMet(pin)))
  expect(differing).toEqual([])
})
