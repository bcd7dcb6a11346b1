import type { Words } from './template.ts'

/** What kinds of card are called in a sentence; the app's own lists say it shorter. */
export const cardKindNames: Record<'zh' | 'en', Words['values']> = {
  zh: {
    'cardType.Celadon': '青瓷卡',
    'cardType.Cobalt': '霁蓝卡',
    'cardType.Oxblood': '郎红卡',
    'cardType.Celadon Physical': '青瓷实体卡',
    'cardType.Tenmoku': '建盏卡',
  },
  en: {
    'cardType.Celadon': 'Celadon card',
    'cardType.Cobalt': 'Cobalt card',
    'cardType.Oxblood': 'Oxblood card',
    'cardType.Celadon Physical': 'physical Celadon card',
    'cardType.Tenmoku': 'Tenmoku card',
  },
}
