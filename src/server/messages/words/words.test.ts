import { describe, expect, test } from 'vitest'
import { unknownDevice } from '../../../contract/device.ts'
import { noticeType } from '../../../contract/message.ts'
import { adjustmentReasons } from '../../across/adjust.ts'
import { cardKinds } from '../../cards/kinds.ts'
import { verdictReasons } from '../../identity/verdicts.ts'
import { refusalReasons } from '../../jobs/review-withdrawal.ts'
import { en } from './en.ts'
import { wordsOf } from './words.ts'
import { zh } from './zh.ts'

describe('words of notices', () => {
  test('both languages have the same variants and values', () => {
    expect(Object.keys(zh.variants)).toEqual(Object.keys(en.variants))
    expect(Object.keys(zh.values)).toEqual(Object.keys(en.values))
  })

  test('there are always some, even when no parameter came', () => {
    for (const { notices, variants } of [zh, en]) {
      for (const { title, content } of [...Object.values(notices), ...Object.values(variants)]) {
        expect(title.at(-1)).not.toMatch(/[{}]|^$/)
        expect(content.at(-1)).not.toMatch(/[{}]|^$/)
      }
    }
    for (const type of noticeType.options) {
      expect(wordsOf({ noticeType: type, params: {} }, 'en').title).not.toBe('')
      expect(wordsOf({ noticeType: type, params: {} }, 'zh').content).toMatch(/\p{Script=Han}/u)
    }
  })

  test('every template names parameters that its shorter forms do without', () => {
    const { content } = wordsOf({ noticeType: 'deposit', params: { amount: '5', currency: 'USDT' } }, 'en')
    expect(content).toBe('Your deposit of 5.00 USDT is confirmed and ready to use.')
  })

  test('what is left is a sum beside its currency, and else a number', () => {
    const codes = { noticeType: 'security', params: { event: 'recoveryCodeUsed', left: '9' } } as const
    expect(wordsOf(codes, 'en').content).toContain('void now; 9 left.')
    expect(wordsOf(codes, 'zh').content).toContain('还剩 9 个')
    const params = { to: 'awaited-part', amount: '5', left: '9', currency: 'USD' }
    expect(wordsOf({ noticeType: 'refundArrival', params }, 'en').title).toContain('9.00 USD still out')
  })

  test('what went from a card to the wallet says so in every form, in both languages', () => {
    for (const [{ notices }, wallet] of [
      [zh, '钱包'],
      [en, 'wallet'],
    ] as const)
      for (const words of [...notices.cardTransfer.title, ...notices.cardTransfer.content])
        expect(words).toContain(wallet)
  })

  test('a refund that went to the wallet does not say that a card was closed: it may be lost, or have expired', () => {
    const params = { to: 'wallet', merchant: 'Shop', amount: '5', currency: 'USD', last4: '4242' }
    const told = (lang: 'zh' | 'en') => wordsOf({ noticeType: 'refundArrival', params }, lang).content
    expect(told('zh')).toBe('Shop 退回 5.00 USD。尾号 4242 的卡已停用，款项已进入钱包。')
    expect(told('en')).toBe(
      'Shop returned 5.00 USD. The card ending in 4242 is no longer in use, so it went to your wallet.',
    )
  })

  test('a decline for a limit names the limit and what was used, as far as they are known', () => {
    const params = { merchant: 'Shop', last4: '4242', amount: '30', currency: 'USD', reason: 'limit_day' }
    const told = (sums: Record<string, string>, lang: 'zh' | 'en') =>
      wordsOf({ noticeType: 'declined', params: { ...params, ...sums } }, lang).content
    expect(told({ limit: '500', used: '480.5' }, 'en')).toContain(
      '(limit 500.00 USD, 480.50 USD already used)',
    )
    expect(told({ limit: '1500', used: '0' }, 'zh')).toContain('（限额 1,500.00 USD，此前已用 0.00 USD）')
    expect(told({ limit: '500' }, 'zh')).toContain('（限额 500.00 USD）')
    expect(told({}, 'en')).not.toMatch(/[({})]/)
  })

  test('a device that nobody knows is one in the reader’s language', () => {
    const told = (device: string, lang: 'zh' | 'en') =>
      wordsOf({ noticeType: 'security', params: { event: 'newDevice', device, ip: '192.0.2.1' } }, lang)
        .content
    expect(told(unknownDevice, 'zh')).toMatch(/^未知设备（IP 192.0.2.1）/)
    expect(told(unknownDevice, 'en')).toMatch(/from an unknown device \(IP 192.0.2.1\)/)
    expect(told('Chrome · Android', 'zh')).toMatch(/^Chrome · Android（/)
  })

  test('what is too long ends in a whole character', () => {
    const params = { last4: '4242', reason: `a${'😀'.repeat(200)}` }
    expect(wordsOf({ noticeType: 'declined', params }, 'en').content).not.toMatch(/\p{Cs}/u)
    const written = { title_en: 'News', content_en: `a${'😀'.repeat(2000)}` }
    expect(wordsOf({ noticeType: 'notice', params: written }, 'en').content).not.toMatch(/\p{Cs}/u)
  })

  test('what an operator wrote is told in the language of its reader, each line by itself', () => {
    const params = { title_zh: '新闻', content_zh: '一\n二', title_en: 'News', content_en: 'One\nTwo' }
    const told = (lang: 'zh' | 'en', more = {}) =>
      wordsOf({ noticeType: 'notice', params: { ...params, ...more } }, lang)
    expect(told('zh')).toEqual({ title: '新闻', content: '一\n二' })
    expect(told('en')).toEqual({ title: 'News', content: 'One\nTwo' })
    const long = { title_en: 'x'.repeat(201), content_en: `${'x'.repeat(2001)}\n${'y'.repeat(2000)}` }
    expect(told('en', long)).toEqual({
      title: 'x'.repeat(200),
      content: `${'x'.repeat(2000)}\n${'y'.repeat(2000)}`,
    })
    expect(wordsOf({ noticeType: 'notice', params: { title_en: 'News' } }, 'en').content).toBe('')
  })

  test('a sum is told to its last digit, and what is none as it came', () => {
    const told = (amount: string) =>
      wordsOf({ noticeType: 'deposit', params: { amount, currency: 'USDT' } }, 'en').content
    expect(told('1234567.123456')).toContain('deposit of 1,234,567.123456 USDT')
    expect(told('some')).toContain('deposit of some USDT')
  })

  test('what we have no word for stays as it came, on one line', () => {
    const params = { amount: '5', currency: 'USD', last4: '4242', reason: 'a\r\nb\u202e{amount}' }
    const { content } = wordsOf({ noticeType: 'declined', params }, 'en')
    expect(content).toBe('Card ending in 4242: a  b {amount}. Nothing was charged, and there is no fee.')
  })

  test('a day is written as people write it', () => {
    const coming = { state: 'coming', document: 'fees', version: '1.2', date: '2026-12-07' }
    const told = (params: Record<string, string>, lang: 'zh' | 'en') =>
      wordsOf({ noticeType: 'agreement', params }, lang).title
    expect(told(coming, 'zh')).toBe('费用说明 1.2 版将于 2026年12月7日生效')
    expect(told(coming, 'en')).toBe('New fee schedule from Dec 7, 2026')
    expect(told({ ...coming, date: 'soon' }, 'en')).toBe('New fee schedule from soon')
  })

  test('several agreements that change are told by their names', () => {
    const params = { state: 'several', documents: 'service,fees,other', date: '2026-12-07' }
    const told = (lang: 'zh' | 'en') => wordsOf({ noticeType: 'agreement', params }, lang)
    expect(told('zh').title).toBe('几份协议将从 2026年12月7日起更新')
    expect(told('zh').content).toContain('：服务协议、费用说明和other。最早')
    expect(told('en').content).toContain('the service agreement, fee schedule, and other. The first')
  })

  test('every reason of an operator is told in both languages, with what they add', () => {
    const spoken = [
      ...verdictReasons.map(code => `verdict.${code}`),
      ...refusalReasons.map(code => `reason.${code}`),
      ...adjustmentReasons.map(code => `adjusted.${code}`),
    ]
    for (const key of spoken) {
      expect(zh.values[key], key).toMatch(/\p{Script=Han}/u)
      expect(en.values[key], key).toBeTruthy()
    }
    const refused = { state: 'failed', address: '0x1…9', chain: 'ERC20', reason: 'unconfirmed' }
    const told = (params: Record<string, string>, lang: 'zh' | 'en') =>
      wordsOf({ noticeType: 'withdraw', params }, lang).content
    expect(told(refused, 'zh')).toContain('没有完成：未能与您本人核实这笔提现。金额')
    expect(told({ ...refused, note: 'Call us.' }, 'en')).toContain('that it was yours. Call us. Amount')
    const adjusted = { what: 'adjusted', amount: '+5', currency: 'USDT', adjusted: 'goodwill' }
    const { title, content } = wordsOf({ noticeType: 'cardTransfer', params: adjusted }, 'en')
    expect(title).toContain('+5.00 USDT')
    expect(content).toContain('Reason: compensation for you. Contact us')
  })

  test('what an operator wrote before there were codes stays as it was', () => {
    const params = { decision: 'reject', reason: 'Another person.' }
    expect(wordsOf({ noticeType: 'verify', params }, 'zh').content).toBe('Another person.')
  })

  test('every kind of card has a name in both languages', () => {
    for (const { name } of cardKinds) {
      expect(zh.values[`cardType.${name}`]).toMatch(/^\p{Script=Han}+$/u)
      expect(en.values[`cardType.${name}`]).toBeTruthy()
    }
    const notice = { noticeType: 'openCardSuccess' as const, params: { cardType: 'Celadon', last4: '4242' } }
    expect(wordsOf(notice, 'zh').content).toContain('尾号 4242 的青瓷卡已开通')
    expect(wordsOf(notice, 'en').content).toContain('The Celadon card ending in 4242 is open')
  })
})
