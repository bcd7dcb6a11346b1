import { publicParam } from '../../../../../contract/params.ts'
import { send } from '../../../../send.ts'
import { language } from '../../../../state/locale.ts'
import type { Option } from '../options.tsx'

const atOnce = 40

/**
 * Every time zone this phone knows with its name in the reader's language; few at a time, since each takes a while. The
 * server knows what Chinese call the cities in them, for the search; what it does not say is not found by those.
 */
export async function zoneOptions(): Promise<Option[]> {
  const zones = ['UTC', ...(Intl.supportedValuesOf?.('timeZone') ?? [])]
  const reply = await send(publicParam, { group: 'zone', key: 'cities' }, { background: true })
  const cities = (reply.ok ? reply.data : {}) as Record<string, string>
  const options: Option[] = []
  for (const [index, value] of [...new Set(zones)].entries()) {
    if (index % atOnce === 0) await new Promise(resolve => setTimeout(resolve))
    const words = cities[value.replace(/.*\//, '')]
    options.push({ value, label: value.replaceAll('_', ' '), note: nameOf(value), words })
  }
  return options
}

function nameOf(timeZone: string): string | undefined {
  const format = new Intl.DateTimeFormat(language.value, { timeZone, timeZoneName: 'long' })
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
}
