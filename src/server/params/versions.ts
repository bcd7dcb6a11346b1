import { readFileSync } from 'node:fs'

const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')

/** The newest version of the app, which is the one that is built from here, and the oldest that works with this server. */
export const { version }: { version: string } = JSON.parse(manifest)
export const minVersion = '1.0.0'

const notes = {
  zh: ['开卡前即可看到全部费用', '充值到账过程逐笔可见', '冻结与解冻立即生效'],
  en: ['All fees before you open a card', 'Every deposit visible on its way', 'Freeze and unfreeze at once'],
}

/** What is new in it. */
export function notesOf(lang: 'zh' | 'en'): string[] {
  return notes[lang]
}
