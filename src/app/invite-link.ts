import { link } from './hash-location.tsx'
import { language } from './state/locale.ts'

/** The public link of a referral code, in the language of the sender. */
export function inviteLink(code: string): string {
  const lang = language.value === 'zh-CN' ? 'zh' : 'en'
  return `${location.origin}/${link('sharePage', { refer: code, lang })}`
}
