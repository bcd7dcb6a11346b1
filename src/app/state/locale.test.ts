import { expect, test } from 'vitest'
import { keys, recall } from '../storage.ts'
import { language, loadWords, setLanguage, t } from './locale.ts'

test('words, arguments and plurals in both languages', async () => {
  await setLanguage('zh-CN')
  await Promise.all([loadWords('forms'), loadWords('todo')])
  expect(t('tab.index')).toBe('首页')
  expect(t('todo.progress', { done: 1, all: 4 })).toBe('已完成 1 / 4')
  expect(t('countdown.left', { count: 1 })).toBe('剩余 1 秒')
  await setLanguage('en-US')
  expect(language.value).toBe('en-US')
  expect(document.documentElement.lang).toBe('en')
  expect(t('tab.index')).toBe('Home')
  expect([1, 2].map(count => t('countdown.left', { count }))).toEqual(['1 second left', '2 seconds left'])
  await setLanguage('zh-CN')
})

test('words that are on their way while the language changes come in the new one', async () => {
  await setLanguage('zh-CN')
  await Promise.all([loadWords('invite'), setLanguage('en-US')])
  expect(t('invite.title')).not.toBe('invite.title')
  expect(t('invite.title')).not.toMatch(/[一-龥]/)
  await Promise.all([setLanguage('zh-CN'), loadWords('scan')])
  expect(t('scan.title')).toMatch(/[一-龥]/)
})

test('of two languages that were asked for the later one is spoken, whichever comes first', async () => {
  await setLanguage('zh-CN')
  // The Chinese words of it are here then, the English ones are still to come.
  await loadWords('deletion')
  await Promise.all([setLanguage('en-US'), setLanguage('zh-CN')])
  expect(language.value).toBe('zh-CN')
  expect(recall(keys.language)).toMatchObject({ value: 'zh-CN' })
})
