import { expect, test } from 'vitest'
import { placeOf } from './install-place.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const cases = [
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) ${webkit} Version/26.1 Mobile/15E148 Safari/604.1`,
    0,
    'ios',
    false,
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.1 Safari/605.1.15`, 5, 'ios', false],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.1 Safari/605.1.15`,
    0,
    'desktop',
    false,
  ],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) ${webkit} Mobile/15E148`, 5, 'ios', true],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) ${webkit} Mobile/15E148 MicroMessenger/8.0.55`,
    5,
    'ios',
    true,
  ],
  ['Mozilla/5.0 (Linux; Android 14; Redmi) Chrome/142.0.0.0 Mobile Safari/537.36', 5, 'android', false],
  [
    'Mozilla/5.0 (Linux; Android 14; Redmi; wv) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36',
    5,
    'android',
    true,
  ],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/142.0.0.0 Mobile Safari/537.36 QQ/9.0.60', 5, 'android', true],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36', 0, 'desktop', false],
] as const

test.each(cases)('%s with %i fingers: %s, inside an app: %s', (userAgent, fingers, system, isInApp) => {
  expect(placeOf(userAgent, fingers)).toEqual({ system, isInApp })
})
