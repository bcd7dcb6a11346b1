import type { Plugin } from 'vite'

/** Style templates without the blanks they are written with: every page pays for them. */
export function styles(): Plugin {
  return {
    name: 'glaze:styles',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes("from 'goober'")) return null
      return {
        code: code.replace(/\bcss`([^`]*)`/g, (_, sheet: string) => `css\`${squeezed(sheet)}\``),
        map: null,
      }
    },
  }
}

/** `a: b c;` is `a:b c;`. Blanks before a colon stay: they may be a descendant. */
function squeezed(sheet: string): string {
  return sheet
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/([\w-]): /g, '$1:')
    .trim()
}
