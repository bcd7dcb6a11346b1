import type { Plugin } from 'vite'

const folder = new URL('../../../node_modules/@preact/', import.meta.url).pathname
/** The builds for browsers of today; of itself the bundler takes those for browsers without arrows. */
const builds: Record<string, string> = {
  '@preact/signals': `${folder}signals/dist/signals.mjs`,
  '@preact/signals-core': `${folder}signals-core/dist/signals-core.mjs`,
}

/** What a signal is drawn by that is given as a text or as an attribute, piece by piece of the minified code. */
const bound = [
  /c\(function\(\)\{p=this\.N\}\)\(\);/,
  /function w\(\{data:.*?(?=b\("__b")/s,
  /(?<=b\("__b",\(t,i\)=>\{y\(\);m=void 0;)if\(.*?(?=t\(i\)\}\);b\("__r")/s,
  /(?<=b\("diffed",\(t,i\)=>\{y\(\);m=void 0;)let n;.*?(?=t\(i\)\}\);function k)/s,
  /function k\(.*?(?=b\("unmount")/s,
  /(?<=b\("unmount",\(t,i\)=>\{)if\(.*?\}else(?=\{let t=i\.__c;)/s,
]

/**
 * A component that reads a signal is drawn anew when it changes: that is all we use. `@preact/signals` also lets a signal
 * itself be a text or an attribute, for which it looks at every attribute of every element that is drawn, three times. That
 * part does not travel; tests refuse a signal there (testing/setup.ts).
 */
export function leanSignals(): Plugin {
  return {
    name: 'glaze:lean-signals',
    apply: 'build',
    enforce: 'pre',
    resolveId: id => builds[id] ?? null,
    transform: {
      filter: { id: /\/signals\/dist\/signals\.mjs$/ },
      handler(code) {
        const lean = bound.reduce((rest, piece) => {
          if (!piece.test(rest)) throw new Error(`@preact/signals has no ${piece} now`)
          return rest.replace(piece, '')
        }, code)
        return { code: lean, map: null }
      },
    },
  }
}
