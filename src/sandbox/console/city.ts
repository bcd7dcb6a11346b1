/** The city of a merchant who names none: the country's own name, so that no shop stands in a city of another country. */
export function cityIn(country: string): string {
  if (country === 'HK') return 'Hong Kong'
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country
}
