import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { languages } from './catalogues.ts'

/** `app-BTeFMug.js`, in code without its ending too. */
const longName = /\b([\w-]+-[\w-]{4})[\w-]{3}(?=\.js\b)/

/**
 * Four characters of a hash tell the versions of one file well enough; the bundler gives seven at least. The names of
 * all files stand in index.html and in whatever imports them. The words of an area have one hash in both languages:
 * whoever knows the name of the Chinese file knows the English one, too.
 */
export function shortNames(): Plugin {
  return {
    name: 'glaze:short-names',
    apply: 'build',
    enforce: 'pre',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter(part => part.type === 'chunk')
        const names = shortenedNames(chunks.map(({ fileName }) => fileName))
        for (const chunk of chunks) rename(chunk, names)
      },
    },
  }
}

/** The short name of each file. Throws where two would have the same. */
export function shortenedNames(all: string[]): Map<string, string> {
  const names = new Map(all.map(name => [name, wordsName(name, all) ?? shortened(name)]))
  if (new Set(names.values()).size < names.size) throw new Error('two files have one short name')
  return names
}

function rename(chunk: Rolldown.OutputChunk, names: Map<string, string>) {
  for (const [long, short] of names) chunk.code = chunk.code.replaceAll(base(long), base(short))
  chunk.imports = chunk.imports.map(file => names.get(file) ?? file)
  chunk.dynamicImports = chunk.dynamicImports.map(file => names.get(file) ?? file)
  chunk.fileName = names.get(chunk.fileName) ?? chunk.fileName
}

/** `assets/en-US-card-BTeFMug.js` is `assets/en-US-card-` and four characters made of the hashes of both languages. */
function wordsName(name: string, all: string[]): string | null {
  const [, language, area] = /^assets\/(zh-CN|en-US)-(\w+)-/.exec(name) ?? []
  if (!area) return null
  const both = all.filter(other => languages.some(one => other.startsWith(`assets/${one}-${area}-`)))
  const hash = createHash('sha256').update(both.sort().join()).digest('base64url').slice(0, 4)
  return `assets/${language}-${area}-${hash}.js`
}

function shortened(fileName: string): string {
  return fileName.replace(longName, '$1')
}
function base(fileName: string): string {
  return fileName.replace(/^assets\//, '')
}
