import { describe, expect, test } from 'vitest'
import { isRefusedMerchant, merchantKey } from './merchants.ts'

const stopped = { stopped_merchants: ['Kiln Video'], only_merchants: null }
const only = { stopped_merchants: null, only_merchants: ['Kiln Video'] }

describe('a merchant', () => {
  test.each([
    '\u200b',
    '\u00ad',
    '\ufeff',
    '\u3164',
    '\uffa0',
    '\u202e',
    '\ufe0f',
    '\u034f',
    '\u0000',
    '\u2060',
  ])('has no other name by what is not seen in it: %j', mark => {
    const name = `${mark}Kil${mark}n Video${mark}`
    expect(isRefusedMerchant(stopped, name)).toBe(true)
    expect(isRefusedMerchant(only, name)).toBe(false)
  })

  test('has words between blanks, tabs and lines', () => {
    expect(merchantKey(' KILN\tVideo\n Shop\u00a0Ltd ')).toBe('kiln video shop ltd')
  })

  test('with a name of nothing that is seen is none of the only ones', () => {
    expect(merchantKey('\u200b\u3164')).toBe('')
    expect(isRefusedMerchant(only, '\u200b\u3164')).toBe(true)
    expect(isRefusedMerchant({ ...only, only_merchants: ['\u200b'] }, '\u200b')).toBe(true)
  })
})
