import type { Plugin } from 'vite'

/** Vite's own helper for preloading what a chunk imports costs 518 bytes; the head script's map of routes does it here. */
const slim = 'export const __vitePreload = load => load()'

export function preloadHelper(): Plugin {
  return {
    name: 'glaze:preload-helper',
    apply: 'build',
    enforce: 'pre',
    load: id => (id === '\0vite/preload-helper.js' ? slim : null),
  }
}
