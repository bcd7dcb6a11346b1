import { language } from '../state/locale.ts'

/** A city that is its country, as Singapore, is named once. Nothing is looked up in vain: that holds a slow phone. */
export function placeText({ city = '', country = '' }: { city?: string; country?: string }): string {
  if (!country) return city
  const name = regionName(country, language.value)
  const isCountry = city === '' || regionName(country, 'en').toLowerCase().startsWith(city.toLowerCase())
  return isCountry ? name : `${city}, ${name}`
}

function regionName(country: string, lang: string): string {
  try {
    return new Intl.DisplayNames([lang], { type: 'region' }).of(country) ?? country
  } catch {
    return country
  }
}
