import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { isBuilt, loadByName } from './pages.ts'

const folder = new URL('../locales/', import.meta.url).pathname
const keyedFile = new URL('../locales/keyed.ts', import.meta.url).pathname
const formatter = new URL('../format.ts', import.meta.url).pathname
export const languages = ['zh-CN', 'en-US'] as const

/**
 * The words of the app. `virtual:words/{language}/{area}` is one compiled catalogue: sentences that only fill in
 * arguments are plain strings, the others are parsed here, once. `virtual:words` loads the catalogue of an area on demand.
 */
export function words(): Plugin {
  return {
    name: 'glaze:words',
    enforce: 'pre',
    resolveId(id, importer, options) {
      if (id.startsWith('virtual:words')) return `\0${id}`
      // Sentences arrive compiled: in the app the parser, 6.4 kB, stays out.
      const isParser = id === '@formatjs/icu-messageformat-parser' && importer?.includes('/node_modules/')
      return isParser ? this.resolve(`${id}/no-parser.js`, importer, { ...options, skipSelf: true }) : null
    },
    load(id) {
      if (id === '\0virtual:words') {
        if (!isBuilt(this.environment)) return loaders()
        for (const catalogue of catalogues())
          this.emitFile({
            type: 'chunk',
            id: `virtual:words/${catalogue}`,
            preserveSignature: 'exports-only',
          })
        return `export const load = (language, area) => ${loadByName("language + '-' + area")}`
      }
      const [, language, area] = /^\0virtual:words\/([\w-]+)\/(\w+)$/.exec(id) ?? []
      if (!language || !area) return null
      if (language === 'keys') return keysOf(area)
      this.addWatchFile(fileOf(language, area))
      const catalogue = catalogueOf(language, area)
      if (area === 'core') return coreOf(language, catalogue)
      return compileCatalogue(catalogue, isBuilt(this.environment) ? area : null)
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(folder)) return
      server.moduleGraph.invalidateAll()
      server.ws.send({ type: 'full-reload' })
    },
  }
}

function loaders(): string {
  const rows = catalogues().map(catalogue => `'${catalogue}': () => import('virtual:words/${catalogue}')`)
  return `const all = {${rows}}\nexport const load = (language, area) => all[language + '/' + area]()`
}

/** Every catalogue but Chinese `core`, which is part of the entry. */
function catalogues(): string[] {
  return languages
    .flatMap(language => areas().map(area => `${language}/${area}`))
    .filter(catalogue => catalogue !== 'zh-CN/core')
}

/** Areas that have a catalogue. */
export function areas(): string[] {
  if (!existsSync(join(folder, languages[0]))) return []
  return readdirSync(join(folder, languages[0])).map(name => name.replace('.json', ''))
}

/**
 * One catalogue as a module. It brings the formatter along only when a sentence needs more than filling in. In the
 * built app (with an area) it holds the sentences alone: both languages share one file with the keys.
 */
export function compileCatalogue(catalogue: Record<string, string>, area: string | null = null): string {
  const messages = Object.values(catalogue).map(compile)
  const needsFormatter = messages.some(message => typeof message !== 'string')
  const wanted = needsFormatter ? `import ${JSON.stringify(formatter)}\n` : ''
  if (area)
    return `${wanted}import keyed from 'virtual:words/keys/${area}'\nexport default keyed(${JSON.stringify(messages)})`
  const compiled = Object.keys(catalogue).map((key, index) => [key, messages[index]])
  return `${wanted}export default ${JSON.stringify(Object.fromEntries(compiled))}`
}

/**
 * `core` is part of the entry in Chinese. Its English has the sentences alone, in the order of the Chinese keys: the
 * entry waits for it, so it must not import from the entry, nor need the formatter.
 */
function coreOf(language: string, catalogue: Record<string, string>): string {
  const messages = Object.values(catalogue).map(compile)
  if (language === languages[0]) return compileCatalogue(catalogue)
  if (messages.some(message => typeof message !== 'string')) throw new Error('core takes no plurals')
  return `export default ${JSON.stringify(messages)}`
}

/** The keys of an area, in the order of its sentences; a test holds both languages to one order. */
function keysOf(area: string): string {
  const keys = Object.keys(catalogueOf(languages[0], area))
  const prefix = keys.every(key => key.startsWith(`${area}.`)) ? `${area}.` : ''
  const short = keys.map(key => key.slice(prefix.length)).join(' ')
  return `import { keyed } from ${JSON.stringify(keyedFile)}\nexport default keyed(${JSON.stringify(prefix)}, ${JSON.stringify(short)})`
}

function fileOf(language: string, area: string): string {
  return join(folder, language, `${area}.json`)
}

function catalogueOf(language: string, area: string): Record<string, string> {
  return JSON.parse(readFileSync(fileOf(language, area), 'utf8'))
}

/** A plural with one form, as all of Chinese, is that form with its number filled in. */
function only(element: MessageFormatElement): MessageFormatElement[] {
  if (element.type !== TYPE.plural || Object.keys(element.options).join() !== 'other') return [element]
  const { value: name, options } = element
  return (options.other as { value: MessageFormatElement[] }).value.map(part =>
    part.type === TYPE.pound ? { type: TYPE.argument, value: name } : part,
  )
}

/** Text in which `{name}` is filled in, or the parts of a sentence with more to it than that. */
function compile(text: string): string | MessageFormatElement[] {
  const elements = parse(text, { captureLocation: false }).flatMap(only)
  const isPlain = elements.every(
    part => part.type === TYPE.argument || (part.type === TYPE.literal && !part.value.includes('{')),
  )
  if (!isPlain) return elements
  return elements
    .map(part => (part.type === TYPE.literal ? part.value : `{${'value' in part && part.value}}`))
    .join('')
}
