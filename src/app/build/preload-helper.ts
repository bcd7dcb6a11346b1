import type { Plugin } from 'vite'

/** Where `bring` is, for whoever writes an import of it. */
export const bring = new URL('../chunks/bring.ts', import.meta.url).pathname

/**
 * Vite wraps every `import()` in a helper that preloads what a chunk imports; the head script's map of routes does that.
 * `bring` stands in for the helper, and is given the name of the file alone.
 */
export function preloadHelper(): Plugin {
  return {
    name: 'glaze:preload-helper',
    apply: 'build',
    enforce: 'pre',
    load: id =>
      id === '\0vite/preload-helper.js' ? `export { bring as __vitePreload } from '${bring}'` : null,
    renderChunk: code => ({ code: broughtIn(code), map: null }),
  }
}

const call = String.raw`(\bbring(?:\$\d+)?\()`
const file = String.raw`import\((("|')[^"']+\3)\)`
const taking = new RegExp(
  String.raw`${call}async \(\) => \{\s*const \{[^}]*\} = await ${file};\s*return \{[^}]*\};?\s*\}`,
  'g',
)
const plain = new RegExp(String.raw`${call}\(\) => ${file}`, 'g')
/** That of `bring` itself. */
const own = new RegExp(String.raw`${call}\(\) => (?=import\()`, 'g')

/** `bring("./file.js")` for what Vite has made of an `import()` and of what is done with it. */
export function broughtIn(code: string): string {
  const brought = code
    .replace(taking, '$1$2)')
    .replace(plain, '$1$2)')
    .replace(own, '')
    .replaceAll(', __VITE_PRELOAD__)', '')
  const [left] = /\bbring(\$\d+)?\((async )?\(.{0,200}/s.exec(brought) ?? []
  if (left) throw new Error(`an import() in a shape that is not known: ${left}`)
  return brought
}
