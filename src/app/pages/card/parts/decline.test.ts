import { beforeAll, describe, expect, test } from 'vitest'
import { declineReasons } from '../../../../contract/decline.ts'
import { loadWords, setLanguage } from '../../../state/locale.ts'
import { declineMend, declineWords } from './decline.ts'
import { cardId } from './samples.ts'

describe.each(['zh-CN', 'en-US'] as const)('a decline in %s', language => {
  beforeAll(async () => {
    await setLanguage(language)
    await Promise.all([loadWords('card'), loadWords('forms')])
    await setLanguage(language)
  })

  test('has words of its own for every reason', () => {
    const told = declineReasons.map(reason => declineWords(reason))
    expect(new Set(told.map(({ short }) => short)).size).toBe(declineReasons.length)
    expect(new Set(told.map(({ text }) => text)).size).toBe(declineReasons.length)
    for (const { short, text } of told) expect(`${short}${text}`).not.toMatch(/card\.decline/)
  })

  test('for a limit never sounds like too little money', () => {
    const poor = /余额不足|not enough money|insufficient/i
    expect(declineWords('no_money').short).toMatch(poor)
    for (const reason of declineReasons.filter(each => each.startsWith('limit_')))
      expect(Object.values(declineWords(reason)).join()).not.toMatch(poor)
  })

  test('of a card that we stopped does not ask the customer to unfreeze it', () => {
    expect(declineMend('card_held', cardId)?.href).toBe('#/pages/service/service')
    expect(declineMend('card_frozen', cardId)?.href).toContain(`id=${cardId}&open=freeze`)
  })

  test('of a reason nobody knows is a security check', () => {
    expect(declineWords('a_word_of_tomorrow')).toEqual(declineWords('security_check'))
    expect(declineWords(null)).toEqual(declineWords('security_check'))
  })

  test('leads to the limits or the rules that declined it', () => {
    expect(declineMend('limit_day', cardId)?.href).toContain(`id=${cardId}&open=limits`)
    expect(declineMend('channel_atm', cardId)?.href).toContain(`id=${cardId}&open=rules`)
    expect(declineMend('pin_blocked', cardId)?.href).toContain(`id=${cardId}&open=pin`)
    expect(declineMend('pin_wrong', cardId)?.href).toContain(`id=${cardId}&open=pin`)
    expect(declineMend('velocity', cardId)?.href).toContain(`id=${cardId}&open=freeze`)
    expect(declineMend('issuer_busy', cardId)).toBeNull()
    for (const reason of declineReasons)
      expect(declineMend(reason, cardId)?.label ?? '').not.toMatch(/mend\./)
  })
})
