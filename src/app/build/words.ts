import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { isBuilt, loadByName } from './pages.ts'

const folder = new URL('../locales/', import.meta.url).pathname
const formatter = new URL('../format.ts', import.meta.url).pathname
export const languages = ['zh-CN', 'en-US'] as const

/**
 * The words of the app. `virtual:words/{language}/{area}` is one compiled catalogue: sentences without arguments are
 * plain strings, the others are parsed here, once. `virtual:words` loads the catalogue of an area on demand.
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
      const file = join(folder, language, `${area}.json`)
      this.addWatchFile(file)
      return compileCatalogue(JSON.parse(readFileSync(file, 'utf8')))
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

/** One catalogue as a module. It brings the formatter along only when a sentence needs more than filling in. */
export function compileCatalogue(catalogue: Record<string, string>): string {
  const compiled = Object.fromEntries(Object.entries(catalogue).map(([key, text]) => [key, compile(text)]))
  const needsFormatter = Object.values(compiled).some(
    message => typeof message !== 'string' && message.some(({ type }) => type > TYPE.argument),
  )
  const wanted = needsFormatter ? `import ${JSON.stringify(formatter)}\n` : ''
  return `${wanted}export default ${JSON.stringify(compiled)}`
}

function compile(text: string): string | MessageFormatElement[] {
  const elements = parse(text, { captureLocation: false })
  const [first] = elements
  if (!first) return ''
  return elements.length === 1 && first.type === TYPE.literal ? first.value : elements
}
