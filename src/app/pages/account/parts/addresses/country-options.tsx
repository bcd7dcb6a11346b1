import type { selectCountry } from '../../../../../contract/address.ts'
import type { Output } from '../../../../../contract/call.ts'
import type { Load } from '../../../../loading/use-load.ts'
import { language } from '../../../../state/locale.ts'
import { ErrorView, Skeleton } from '../../../../ui/states.tsx'
import { type Option, Options } from '../options.tsx'

type Country = Output<typeof selectCountry>[number]
/** The countries we know, on their way. */
export type Countries = Load<Country[]>

export interface CountryOptionsProps {
  countries: Countries
  label: string
  value?: string
  /** What stands beside a name; the name in the other language. */
  noteOf?: (country: Country) => string
  onPick: (country: Country) => void
}

/** The choice of a country, or of what belongs to one. */
export function CountryOptions({ countries, noteOf, onPick, ...rest }: CountryOptionsProps) {
  const { data, state, status, reload } = countries
  const isChinese = language.value === 'zh-CN'
  if (!data)
    return state === 'failed' ? <ErrorView status={status} onRetry={reload} /> : <Skeleton rows={6} />
  const options = data.map((country): Option => {
    const { code, name, nameZh } = country
    const [label, other] = isChinese ? [nameZh, name] : [name, nameZh]
    return { value: code, label, note: noteOf ? noteOf(country) : other }
  })
  const pick = (code: string) => onPick(data.find(country => country.code === code) as Country)
  return <Options options={options} onPick={pick} {...rest} />
}
