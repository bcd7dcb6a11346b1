import { useEffect } from 'react'
import { faq } from '../../../../contract/feedback.ts'
import { useLoad } from '../../../loading/use-load.ts'
import { wireLanguage } from '../../../state/locale.ts'
import { recall, remember } from '../../../storage.ts'
import type { Question } from './find.ts'

type Kept = Partial<Record<'zh' | 'en', Question[]>>

/** Questions and answers; where there is no network, as they were read last on this phone. */
export function useQuestions() {
  const lang = wireLanguage()
  const { data, ...loaded } = useLoad(faq, { lang })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read in one language is not kept as the other
  useEffect(() => {
    if (data) remember('faq', { ...recall<Kept>('faq', {}), [lang]: data })
  }, [data])
  return { ...loaded, data: data ?? keptIn(lang) }
}

/** Nothing, where something else is kept, or what another version of the app has read. */
function keptIn(lang: 'zh' | 'en'): Question[] | null {
  const { [lang]: kept } = recall<Kept>('faq', {})
  return Array.isArray(kept) && kept.every(question => Array.isArray(question?.words)) ? kept : null
}
