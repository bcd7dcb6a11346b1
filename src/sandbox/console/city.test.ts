import { expect, test } from 'vitest'
import { cityIn } from './city.ts'

test.each([
  ['HK', 'Hong Kong'],
  ['US', 'United States'],
  ['JP', 'Japan'],
  ['QQ', 'QQ'],
])('a merchant of %s who names no city stands in %s', (country, city) => {
  expect(cityIn(country)).toBe(city)
})
