import { language } from '../../../state/locale.ts'
import type { Option } from './options.tsx'

const atOnce = 40

/** Every time zone this phone knows with its name in the reader's language; few at a time, since each takes a while. */
export async function zoneOptions(): Promise<Option[]> {
  const zones = ['UTC', ...(Intl.supportedValuesOf?.('timeZone') ?? [])]
  const options: Option[] = []
  for (const [index, value] of [...new Set(zones)].entries()) {
    if (index % atOnce === 0) await new Promise(resolve => setTimeout(resolve))
    options.push({ value, label: value.replaceAll('_', ' '), note: nameOf(value) })
  }
  return options
}

function nameOf(timeZone: string): string | undefined {
  const format = new Intl.DateTimeFormat(language.value, { timeZone, timeZoneName: 'long' })
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
}
