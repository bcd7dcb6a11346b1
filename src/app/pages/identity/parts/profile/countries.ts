import { signal } from '@preact/signals'
import { useEffect } from 'react'
import { selectCountry } from '../../../../../contract/address.ts'
import type { Output } from '../../../../../contract/call.ts'
import { send } from '../../../../send.ts'
import { language } from '../../../../state/locale.ts'
import type { No } from '../../../../trouble/trouble.ts'
import { keep, kept } from '../kept.ts'
import { drawsFlags } from './flags.ts'

export type Country = Output<typeof selectCountry>[number]

const recentMax = 4
const all = signal<Country[] | null>(null)
const failure = signal<No | null>(null)
let chosen: { field: string; country: Country } | null = null

/** The countries we know, loaded once in a visit. */
export function useCountries() {
  useEffect(() => {
    if (!all.peek()) loadCountries()
  }, [])
  return { countries: all.value, failure: failure.value, reload: loadCountries }
}

async function loadCountries() {
  failure.value = null
  const reply = await send(selectCountry, {}, { background: true })
  if (reply.ok) all.value = reply.data
  else failure.value = reply
}

/** The name in the language of the interface. */
export function nameOf({ name, nameZh }: Country): string {
  return language.value === 'zh-CN' ? nameZh : name
}

/** A country by its code as a reader knows it; the code alone until the list is here. */
export function countryText(code: string): string {
  const found = all.value?.find(country => country.code === code)
  if (!found) return code
  return drawsFlags() ? `${found.flag} ${nameOf(found)}` : nameOf(found)
}

/** Hands a country to the page that asked for this field. */
export function choose(field: string, country: Country) {
  chosen = { field, country }
  const others = recentCodes().filter(code => code !== country.code)
  keep('recentCountries', [country.code, ...others].slice(0, recentMax))
}

/** What was chosen for this field since it was last asked. */
export function takeChoice(field: string): Country | null {
  if (chosen?.field !== field) return null
  const { country } = chosen
  chosen = null
  return country
}

/** Codes chosen lately, the last one first. */
export function recentCodes(): string[] {
  const codes = kept<unknown>('recentCountries')
  return Array.isArray(codes) ? codes.filter(code => typeof code === 'string') : []
}
