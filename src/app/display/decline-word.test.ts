import { beforeAll, describe, expect, test } from 'vitest'
import { declineReasons } from '../../contract/decline.ts'
import { loadWords, setLanguage } from '../state/locale.ts'
import { declineWord } from './decline-word.ts'

describe.each(['zh-CN', 'en-US'] as const)('a decline in %s', language => {
  beforeAll(async () => {
    await setLanguage(language)
    await loadWords('forms')
    await setLanguage(language)
  })

  test('has words of its own for every reason', () => {
    const told = declineReasons.map(reason => declineWord(reason))
    expect(new Set(told).size).toBe(declineReasons.length)
    for (const words of told) expect(words).not.toMatch(/decline\./)
  })

  test('for a limit never sounds like too little money', () => {
    const poor = /余额不足|not enough money|insufficient/i
    expect(declineWord('no_money')).toMatch(poor)
    for (const reason of declineReasons.filter(each => each.startsWith('limit_')))
      expect(declineWord(reason)).not.toMatch(poor)
  })

  test('of a reason nobody knows is a security check', () => {
    expect(declineWord('a_word_of_tomorrow')).toBe(declineWord('security_check'))
    expect(declineWord(null)).toBe(declineWord('security_check'))
  })
})
