import { language, t } from '../../../state/locale.ts'

/** Where cards are issued. The card tab names them, so without `Intl`: its first use holds a slow phone for long. */
const issuing = ['HK', 'IE', 'US'] as const

/** A country or region in words. */
export function regionName(code: string): string {
  const known = issuing.find(name => name === code)
  if (known) return t(`card.region.${known}`)
  try {
    return new Intl.DisplayNames(language.value, { type: 'region', style: 'short' }).of(code) ?? code
  } catch {
    return code
  }
}
