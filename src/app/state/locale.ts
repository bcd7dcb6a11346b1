import { load as loadCatalogue } from 'virtual:words'
import { chinese, keyed } from 'virtual:words/core'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Area, MessageKey } from '../locales/keys.ts'
import { languageOf } from '../start/launch.ts'
import { keys, recall, remember } from '../storage.ts'

export type Language = 'zh-CN' | 'en-US'
/** A compiled sentence: text with `{name}` to fill in, or the parts of one with plurals and the like. */
export type Message = string | MessageFormatElement[]
export type Catalogue = Record<string, Message>
export type Values = Record<string, string | number | Date>

/** Currencies amounts can be shown in beside their own (decision D8: USDT by default). */
export const pricingCurrencies = ['USDT', 'USD', 'CNY', 'EUR', 'HKD'] as const

const catalogues: Record<Language, Catalogue> = { 'zh-CN': { ...chinese }, 'en-US': {} }
const loadedAreas = new Set<Area>(['core'])
const currentLanguage = signal<Language>(firstLanguage())
const currentCurrency = signal(firstCurrency())
const amountsHidden = signal(recall<boolean>(keys.hideAmounts, false))

export const language: ReadonlySignal<Language> = currentLanguage
/** The language of the interface as calls spell it. */
export function wireLanguage(): 'zh' | 'en' {
  return currentLanguage.value === 'zh-CN' ? 'zh' : 'en'
}
/** The pricing currency. */
export const currency: ReadonlySignal<string> = currentCurrency
/** True while every amount on the screen is masked. */
export const hideAmounts: ReadonlySignal<boolean> = amountsHidden

function firstLanguage(): Language {
  const stored = recall<{ value: string } | null>(keys.language)?.value
  return globalThis.window?.glaze?.language ?? languageOf(stored) ?? 'zh-CN'
}

function firstCurrency(): string {
  const { name } = recall<{ name?: string }>(keys.currency, {})
  return typeof name === 'string' ? name : 'USDT'
}

/** The words of a key in the current language. Components that call it follow a change of language. */
export function t(key: MessageKey, values: Values = {}): string {
  const spoken = currentLanguage.value
  const message = catalogues[spoken][key]
  if (message === undefined) return key
  if (typeof message !== 'string') return format({ language: spoken, key, message, values })
  return message.replace(/{(\w+)}/g, (_, name) => String(values[name] ?? ''))
}

type Format = (sentence: {
  language: Language
  key: string
  message: MessageFormatElement[]
  values: Values
}) => string

let format: Format = ({ key }) => key

/** Called by format.ts, which a catalogue brings along when it has plurals, dates or numbers. */
export function useFormat(formatter: Format) {
  format = formatter
}

/** Makes the words of an area available in the current language. */
export async function loadWords(area: Area): Promise<void> {
  if (loadedAreas.has(area) && area !== 'core') return
  let spoken: Language
  do {
    spoken = currentLanguage.value
    await load(area, spoken)
  } while (spoken !== currentLanguage.value)
  loadedAreas.add(area)
}

let wanted: Language

/** Speaks another language, once its words for everything on the screen are here, unless another was wanted since. */
export async function setLanguage(next: Language): Promise<void> {
  wanted = next
  let known: number
  do {
    known = loadedAreas.size
    await Promise.all([...loadedAreas].map(area => load(area, next)))
  } while (loadedAreas.size !== known)
  if (wanted !== next) return
  currentLanguage.value = next
  if (globalThis.document) document.documentElement.lang = next === 'zh-CN' ? 'zh-Hans' : 'en'
  remember(keys.language, { name: next === 'zh-CN' ? '简体中文' : 'English', value: next })
}

async function load(area: Area, spoken: Language) {
  const { default: words } = await loadCatalogue(spoken, area)
  Object.assign(catalogues[spoken], area === 'core' ? keyed(words) : words)
}

export function setCurrency(next: string) {
  currentCurrency.value = next
  remember(keys.currency, { name: next })
}

export function setHideAmounts(hidden: boolean) {
  amountsHidden.value = hidden
  remember(keys.hideAmounts, hidden)
}
