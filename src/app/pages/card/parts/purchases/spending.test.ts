import { describe, expect, test } from 'vitest'
import { groupOf, spendingOf } from './spending.ts'

test.each([
  ['5814', 'dining'],
  ['5411', 'groceries'],
  ['5542', 'transport'],
  ['7011', 'travel'],
  ['3058', 'travel'],
  ['5816', 'digital'],
  ['5912', 'health'],
  ['7995', 'leisure'],
  ['6011', 'cash'],
  ['5942', 'shopping'],
  ['', 'other'],
])('a merchant of category %s sells %s', (mcc, group) => {
  expect(groupOf(mcc)).toBe(group)
})

describe('the spending of a month', () => {
  test('leaves out what did not go through and what came back', () => {
    const off = ['declined', 'reversed', 'expired', 'refunded'] as const
    const list = off.map(status => ({ mcc: '5814', amount: '-10', status }))
    expect(spendingOf([...list, { mcc: '5814', amount: '3', status: 'posted' }])).toEqual({
      total: '0',
      parts: [],
    })
  })

  test('adds up to the cent, the largest group first', () => {
    const { total, parts } = spendingOf([
      { mcc: '5814', amount: '-0.1', status: 'posted' },
      { mcc: '5814', amount: '-0.2', status: 'pending' },
      { mcc: '7011', amount: '-0.7', status: 'posted' },
    ])
    expect(total).toBe('1')
    expect(parts).toEqual([
      { group: 'travel', amount: '0.7', share: 70 },
      { group: 'dining', amount: '0.3', share: 30 },
    ])
  })
})
