import { expect, test } from 'vitest'
import { loadWords, setLanguage } from '../state/locale.ts'
import { duration } from './duration.ts'

const spoken = (seconds: number) => duration(seconds).replaceAll('\u00a0', ' ')

test.each([
  [48, '约 48 秒', 'about 48 s'],
  [144, '约 3 分钟', 'about 3 min'],
  [14 * 60, '约 14 分钟', 'about 14 min'],
  [16 * 60, '约 15 分钟', 'about 15 min'],
  [52 * 60, '约 50 分钟', 'about 50 min'],
  [61 * 60, '约 1 小时', 'about 1 h'],
  [86 * 60, '约 1.5 小时', 'about 1.5 h'],
  [119 * 60, '约 2 小时', 'about 2 h'],
  [(24 * 60 + 4) * 60, '约 24 小时', 'about 24 h'],
])('%i seconds are said as people say them', async (seconds, zh, en) => {
  await loadWords('forms')
  await setLanguage('zh-CN')
  expect(spoken(seconds)).toBe(zh)
  await setLanguage('en-US')
  expect(spoken(seconds)).toBe(en)
})
