/** How the app is looked at: a language, a theme, a place to run in. */
export interface Scene {
  lang: 'zh' | 'en'
  theme: 'light' | 'dark'
  host: 'browser' | 'telegram'
}

/** Columns of a sheet: Chinese and English, each light and dark. Rows: the browser, the bridge of Telegram on a phone. */
export const scenes: readonly Scene[] = (['browser', 'telegram'] as const).flatMap(host =>
  (['zh', 'en'] as const).flatMap(lang =>
    (['light', 'dark'] as const).map((theme): Scene => ({ lang, theme, host })),
  ),
)

export const columns = 4

export function nameOf({ lang, theme, host }: Scene): string {
  return `${lang} ${theme} ${host}`
}
