import type { Plugin, Rolldown } from 'vite'

/** `app-BTeFMug.js`, in code without its ending too. */
const longName = /\b([\w-]+-[\w-]{4})[\w-]{3}(?=\.js\b)/

/**
 * Four characters of a hash tell the versions of one file well enough; the bundler gives seven at least. The names of
 * all files stand in index.html and in whatever imports them.
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
        const names = new Map(chunks.map(({ fileName }) => [fileName, shortened(fileName)]))
        if (new Set(names.values()).size < names.size) throw new Error('two files have one short name')
        for (const chunk of chunks) rename(chunk, names)
      },
    },
  }
}

function rename(chunk: Rolldown.OutputChunk, names: Map<string, string>) {
  for (const [long, short] of names) chunk.code = chunk.code.replaceAll(base(long), base(short))
  chunk.imports = chunk.imports.map(file => names.get(file) ?? file)
  chunk.dynamicImports = chunk.dynamicImports.map(file => names.get(file) ?? file)
  chunk.fileName = shortened(chunk.fileName)
}
function shortened(fileName: string): string {
  return fileName.replace(longName, '$1')
}
function base(fileName: string): string {
  return fileName.replace(/^assets\//, '')
}
