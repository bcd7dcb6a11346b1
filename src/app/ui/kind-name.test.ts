import { afterEach, expect, test } from 'vitest'
import { setLanguage } from '../state/locale.ts'
import { kindName } from './kind-name.ts'

afterEach(() => setLanguage('zh-CN'))

test('a physical card is told from the virtual one of its glaze, as each language writes it', async () => {
  expect(['Celadon', 'Celadon Physical', 'Tenmoku', 'Travel'].map(kindName)).toEqual([
    '青瓷',
    '青瓷实体卡',
    '建盏',
    'Travel',
  ])
  await setLanguage('en-US')
  expect(['Celadon', 'Celadon Physical', 'Travel'].map(kindName)).toEqual([
    'Celadon',
    'Celadon Physical',
    'Travel',
  ])
})
