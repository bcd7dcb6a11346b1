import { expect, test } from 'vitest'
import { setHideAmounts } from '../../../state/locale.ts'
import { lookOf, type Message, readable } from './kinds.ts'

test('while amounts are hidden a text tells neither a sum nor which way it went', () => {
  setHideAmounts(true)
  for (const sum of ['1,200.50', '+1,200.50', '-1,200.50', '−1,200.50'])
    expect(readable(`余额调整 ${sum} USDT`)).toBe('余额调整 ***\u00a0USDT')
})

test('a sum stays in one line with its currency, and an address with its ends', () => {
  expect(readable('提现 119.00 USDT 到 0x12…ab')).toBe('提现 119.00\u00a0USDT 到 0x12\u2060…\u2060ab')
})

test('a card that lacks money is not shown as a frozen one', () => {
  const look = (status: string) =>
    lookOf({ noticeType: 'cardState', params: { status } } as unknown as Message)
  expect(look('frozen_user')).toEqual({ icon: 'snowflake' })
  for (const status of [
    'low',
    'negative',
    'chargeShort',
    'autoShort',
    'autoCap',
    'feeAhead',
    'feeShort',
    'dearer',
  ])
    expect(look(status), status).toEqual({ icon: 'wallet', tone: 'warn' })
  expect(look('carriedAuto')).toEqual({ icon: 'snowflake' })
})
