import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { areas, catalogueOf, fileOf, folder, languages } from './catalogues.ts'
import { isBuilt } from './pages.ts'
import { bring } from './preload-helper.ts'
import { type AreaKeys, keysIn } from './short-keys.ts'

const keyedFile = new URL('../locales/keyed.ts', import.meta.url).pathname
const formatter = new URL('../format.ts', import.meta.url).pathname

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
        return loadWords
      }
      const isShipped = isBuilt(this.environment)
      if (id === '\0virtual:words/core') return isShipped ? builtCore : plainCore
      const [, language, area] = /^\0virtual:words\/([\w-]+)\/(\w+)$/.exec(id) ?? []
      if (!language || !area) return null
      if (language === 'keys') return printKeys(keysIn(area))
      this.addWatchFile(fileOf(language, area))
      const catalogue = catalogueOf(language, area)
      return isShipped ? sentencesOf(catalogue, area) : compileCatalogue(catalogue)
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

function catalogues(): string[] {
  return languages.flatMap(language => areas().map(area => `${language}/${area}`))
}

/** index.html, or the map of files, names the Chinese file, and the English one has the same hash. */
const loadWords = `import { bring } from ${JSON.stringify(bring)}
export const load = async (language, area) => {
  const { core, todo, stranger } = glaze.files
  const isIt = file => file.slice(0, -5) === 'zh-CN-' + area
  const file = [core, todo, ...stranger].find(isIt) ?? (await glaze.map()).files.find(isIt)
  return bring(file.replace('zh-CN', language) + '.js')
}`

/** What the entry has of `core`: in the built app its keys, whose sentences it waits for; else the Chinese of it. */
const builtCore = `export { default as keyed } from 'virtual:words/keys/core'\nexport const chinese = {}`
const plainCore = `export { default as chinese } from 'virtual:words/zh-CN/core'\nexport const keyed = words => words`

/** One catalogue as a module. It brings the formatter along only when a sentence needs more than filling in. */
export function compileCatalogue(catalogue: Record<string, string>): string {
  const messages = Object.values(catalogue).map(compile)
  const compiled = Object.keys(catalogue).map((key, index) => [key, messages[index]])
  return `${formatterFor(messages)}export default ${JSON.stringify(Object.fromEntries(compiled))}`
}

/**
 * In the built app: the sentences alone, those with numbers first; both languages share one file with the keys. The entry,
 * which has the keys of `core`, waits for its sentences: they must not import from it, nor need the formatter.
 */
function sentencesOf(catalogue: Record<string, string>, area: string): string {
  const { numbered, named } = keysIn(area)
  const messages = [...numbered, ...named].map(key => compile(catalogue[key] as string))
  if (area === 'core' && formatterFor(messages)) throw new Error('core takes no plurals')
  if (area === 'core') return `export default ${JSON.stringify(messages)}`
  return `${formatterFor(messages)}import keyed from 'virtual:words/keys/${area}'\nexport default keyed(${JSON.stringify(messages)})`
}

function formatterFor(messages: ReturnType<typeof compile>[]): string {
  return messages.some(message => typeof message !== 'string') ? `import ${JSON.stringify(formatter)}\n` : ''
}

function printKeys({ letter, named }: AreaKeys): string {
  const names = named.flatMap((key, index) => {
    const group = groupOf(key)
    const name = key.slice(group.length)
    return groupOf(named[index - 1] ?? '') === group ? name : [group, name]
  })
  const given = [letter, names.join(' ')].map(text => JSON.stringify(text)).join()
  return `import { keyed } from ${JSON.stringify(keyedFile)}\nexport default keyed(${given})`
}

/** What a key begins with, up to its last dot. */
function groupOf(key: string): string {
  return key.slice(0, key.lastIndexOf('.') + 1)
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
