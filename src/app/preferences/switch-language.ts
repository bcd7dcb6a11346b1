import { tryOften } from '../chunks/lazily.ts'
import { type Language, language, setLanguage, t } from '../state/locale.ts'
import { toast } from '../ui/toast.tsx'

/** What a switch does: speaks the language it names, else the other one, or says that its words did not come. */
export async function switchLanguage(next: Language = language.value === 'zh-CN' ? 'en-US' : 'zh-CN') {
  try {
    await tryOften(next, () => setLanguage(next))
  } catch {
    toast(t('refusal.network'))
  }
}
