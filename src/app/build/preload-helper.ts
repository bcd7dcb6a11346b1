import type { Plugin } from 'vite'

/** Vite wraps every `import()` in a helper that preloads what a chunk imports; the head script's map of routes does it. */
const wrapped =
  /__vitePreload\(\s*(?:async )?\(\) => (?:\{\s*const \{[^}]*\} = await )?(import\(("|')[^"']+\2\))(?:;\s*return \{[^}]*\};?\s*\})?,\s*(?:\[\]|__VITE_PRELOAD__)(?:,\s*import\.meta\.url)?\)/g

export function preloadHelper(): Plugin {
  return {
    name: 'glaze:preload-helper',
    apply: 'build',
    enforce: 'pre',
    load: id => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : null),
    renderChunk: code => ({ code: code.replace(wrapped, '$1'), map: null }),
  }
}
