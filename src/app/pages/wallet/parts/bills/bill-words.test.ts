import { beforeAll, describe, expect, test } from 'vitest'
import type { Bill } from '../../../../../contract/bill.ts'
import { declineReasons } from '../../../../../contract/decline.ts'
import { loadWords, setLanguage } from '../../../../state/locale.ts'
import { kindOf, mendOf, reasonOf, titleOf } from './bill-words.ts'

const cardId = '01990000-0000-7000-8000-000000000010'

function declined(reason: string): Bill {
  return {
    id: '01990000-0000-7000-8000-000000000001',
    type: 'cardTransaction',
    amount: '-1',
    currency: 'USD',
    fee: '0',
    account: '4821',
    remark: { merchant: 'Steam', reason },
    status: 'declined',
    createTime: '2026-11-20T10:00:00.000Z',
    cardOutId: cardId,
    traceId: '01990000-0000-7000-8000-000000000001',
  }
}

describe.each(['zh-CN', 'en-US'] as const)('a bill in %s', language => {
  beforeAll(async () => {
    await setLanguage(language)
    await Promise.all([loadWords('wallet'), loadWords('forms')])
    await setLanguage(language)
  })

  test('that was declined says why, and what its button does, for every reason', () => {
    for (const reason of declineReasons) {
      expect(reasonOf(declined(reason))).not.toMatch(/wallet\./)
      expect(mendOf(declined(reason))?.label).not.toMatch(/mend\./)
    }
    expect(reasonOf(declined('a_word_of_tomorrow'))).toBe(reasonOf(declined('security_check')))
  })

  test.each([
    ['no_money', `#/pages/rechargeCard2/rechargeCard2?cardId=${cardId}`],
    ['card_frozen', `#/pages/cardDetail/cardDetail?id=${cardId}&open=freeze`],
    ['card_held', '#/pages/service/service'],
    ['velocity', `#/pages/cardDetail/cardDetail?id=${cardId}&open=freeze`],
    ['pin_wrong', `#/pages/cardDetail/cardDetail?id=${cardId}&open=pin`],
    ['pin_blocked', `#/pages/cardDetail/cardDetail?id=${cardId}&open=pin`],
    ['limit_day', `#/pages/cardDetail/cardDetail?id=${cardId}&open=limits`],
    ['channel_online', `#/pages/cardDetail/cardDetail?id=${cardId}&open=rules`],
    ['limit_issuer', '#/pages/service/service'],
    ['category_blocked', '#/pages/service/service'],
    ['three_ds_missing', '#/pages/service/service'],
    ['three_ds_failed', `#/pages/motifyCardPhone/motifyCardPhone?id=${cardId}`],
    ['security_check', `#/pages/cardDetail/cardDetail?id=${cardId}&open=reveal`],
    ['issuer_busy', `#/pages/cardDetail/cardDetail?id=${cardId}`],
  ])('that was declined for %s leads to what mends it', (reason, href) => {
    expect(mendOf(declined(reason))?.href).toBe(href)
  })

  test('of a fee names the merchant it was for, where there is one', () => {
    const fee = { ...declined(''), type: 'fee', status: 'done' } as const
    expect(kindOf({ ...fee, remark: { fee: 'consumeFee', merchant: 'Steam' } })).toBe('Steam')
    expect(kindOf({ ...fee, remark: { fee: 'rechargeFee' } })).toMatch(/4821/)
  })

  test.each([
    'issuer_refused',
    'issuer_cancelled',
    'address_not_served',
    'name_not_printable',
    'cardholder_needed',
    'card_closed',
  ])('of a physical card that was not made for %s says why', reason => {
    const failed = { ...declined(reason), type: 'openCard', status: 'failed' } as const
    expect(reasonOf(failed)).toMatch(/.{5}/)
    expect(reasonOf(failed)).not.toMatch(/_/)
  })

  test('of a deposit says once what it is, and that it has arrived only when it has', () => {
    const wait = { ...declined(''), type: 'deposit', account: 'wallet', remark: {} } as const
    const wallet = language === 'zh-CN' ? '钱包' : 'Wallet'
    const [pending, done] = (['pending', 'done'] as const).map(status => ({ ...wait, status }))
    expect([pending, done].map(bill => kindOf(bill as Bill))).toEqual([wallet, wallet])
    expect(titleOf(pending as Bill)).not.toBe(titleOf(done as Bill))
  })

  test('of an annual fee is called so', () => {
    const fee = { ...declined(''), type: 'fee', status: 'done', remark: { fee: 'annualFee' } } as const
    expect(titleOf(fee)).toBe(language === 'zh-CN' ? '卡片年费' : 'Annual card fee')
  })
})
