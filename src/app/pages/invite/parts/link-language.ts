import { useEffect } from 'react'
import { tryOften } from '../../../chunks/lazily.ts'
import { keepHere, keptHere } from '../../../loading/kept-here.ts'
import type { PageProps } from '../../../routing/routes.ts'
import { languageOf } from '../../../start/launch.ts'
import { setLanguage } from '../../../state/locale.ts'

/** Speaks as the link asks, as at the launch; once for each link, so that a change made on the page stays. */
export function useLinkLanguage({ refer, lang }: PageProps['query']) {
  useEffect(() => {
    const [asked, name] = [languageOf(lang), `lang ${refer} ${lang}`]
    if (!asked || keptHere(name)) return
    keepHere(name, true)
    tryOften(asked, () => setLanguage(asked)).catch(() => {})
  }, [refer, lang])
}
