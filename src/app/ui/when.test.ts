import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLanguage } from '../state/locale.ts'
import { when, whenInside } from './when.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date(2026, 2, 1, 0, 5))
})
afterEach(async () => {
  vi.useRealTimers()
  await setLanguage('zh-CN')
})

const cases = [
  { at: new Date(2026, 2, 1, 0, 4), zh: '今天 00:04', en: 'Today 00:04' },
  { at: new Date(2026, 1, 28, 23, 59), zh: '昨天 23:59', en: 'Yesterday 23:59' },
  { at: new Date(2026, 1, 27, 23, 59), zh: '2月27日', en: 'Feb 27' },
  { at: new Date(2025, 11, 31, 12), zh: '2025年12月31日', en: 'Dec 31, 2025' },
  { at: new Date(2026, 2, 2, 0, 20), zh: '3月2日 00:20', en: 'Mar 2 00:20' },
  { at: new Date(2027, 0, 2, 9, 41), zh: '2027年1月2日 09:41', en: 'Jan 2, 2027 09:41' },
]

describe('when', () => {
  test.each(cases)('$zh', async ({ at, zh, en }) => {
    expect(when(at)).toBe(zh)
    await setLanguage('en-US')
    expect(when(at.toISOString())).toBe(en)
  })
  test.each(cases)('$zh within a sentence', async ({ at, zh, en }) => {
    expect(whenInside(at)).toBe(zh)
    await setLanguage('en-US')
    expect(whenInside(at)).toBe(en.replace('Today', 'today').replace('Yesterday', 'yesterday'))
  })
})
