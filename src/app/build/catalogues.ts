import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// The words of the app as they lie in src/app/locales.

export const folder = join(import.meta.dirname, '../locales/')
export const languages = ['zh-CN', 'en-US'] as const

/** Areas that have a catalogue. */
export function areas(): string[] {
  return readdirSync(join(folder, languages[0])).map(name => name.replace('.json', ''))
}

export function fileOf(language: string, area: string): string {
  return join(folder, language, `${area}.json`)
}

/** The sentences of an area by their keys. */
export function catalogueOf(language: string, area: string): Record<string, string> {
  return JSON.parse(readFileSync(fileOf(language, area), 'utf8'))
}

/** The keys of an area; a test holds both languages to one order. */
export function keysOf(area: string): string[] {
  return Object.keys(catalogueOf(languages[0], area))
}
