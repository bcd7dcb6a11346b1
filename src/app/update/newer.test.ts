import { expect, test } from 'vitest'
import { isNewer } from './newer.ts'

test.each([
  ['1.0.21', '1.0.20', true],
  ['1.0.100', '1.0.20', true],
  ['1.1', '1.0.20', true],
  ['1.0.20', '1.0.20', false],
  ['1.0.9', '1.0.20', false],
  ['1.0', '1.0.0', false],
])('%s against %s: %s', (a, b, newer) => expect(isNewer(a, b)).toBe(newer))
