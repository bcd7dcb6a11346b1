import { expect, test } from 'vitest'
import { dollarsFor } from './dollars.ts'

test.each([
  ['724.00', '7.24', '100'],
  ['10', '7.24', '1.38'],
  // A float takes it for a little less than half a cent.
  ['0.15', '2', '0.08'],
  ['9999999999.99', '0.5', '19999999999.98'],
])('%s at %s for a dollar are %s dollars', (amount, rate, dollars) => {
  expect(dollarsFor(amount, rate)).toBe(dollars)
})

test.each(['0', '', 'NaN', '-1'])('a rate of "%s" is none', rate => {
  expect(dollarsFor('1', rate)).toBeNull()
})
