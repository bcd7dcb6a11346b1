import { language } from '../../../state/locale.ts'

/** A country or region in words. */
export function regionName(code: string): string {
  try {
    return new Intl.DisplayNames(language.value, { type: 'region', style: 'short' }).of(code) ?? code
  } catch {
    return code
  }
}
