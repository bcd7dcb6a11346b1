import { expect, test } from 'vitest'
import { withoutSums } from './notification.ts'
import { en } from './words/en.ts'
import type { Words } from './words/template.ts'
import { zh } from './words/zh.ts'

/** Parameters that are sums of money (words.ts). */
const sums = /\{(amount|received|limit|used|reserved|before)\}|\{left\}(?= \{currency\})/g

const templatesOf = ({ notices, variants }: Words) =>
  [...Object.values(notices), ...Object.values(variants)].flatMap(({ title, content }) => [
    ...title,
    ...content,
  ])

test.each([
  ['zh', zh],
  ['en', en],
])('no notice in %s shows a sum where amounts are covered, and each says as much as before', (_, words) => {
  for (const template of templatesOf(words)) {
    const told = template.replace(sums, '1,977.25').replaceAll('{currency}', 'USDT')
    const covered = withoutSums(told)
    expect(covered).not.toMatch(/977|\.25/)
    expect(covered.replaceAll('***', '1,977.25')).toBe(told)
  }
})

test.each([
  ['You paid +1,250.00 USDT and 3 ETH', 'You paid *** USDT and *** ETH'],
  ['更正：−12.5\u00a0USD', '更正：***\u00a0USD'],
  [
    'the card ending in 4242, 2026-12-07 UTC, within 3 days',
    'the card ending in 4242, 2026-12-07 UTC, within 3 days',
  ],
])('%j is %j on a locked screen', (text, shown) => {
  expect(withoutSums(text)).toBe(shown)
})
