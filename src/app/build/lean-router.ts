import type { Plugin } from 'vite'
import { type Cut, without } from './cut.ts'

/** It reads paths and takes the clicks on links; ours reads the hash (hash-location.tsx). Of it the Router has its context. */
const provider: Cut[] = [
  [/export function LocationProvider\(props\) \{.*?\n\}\n/s, 'export const LocationProvider = {};\n'],
  [/Router\.Provider = LocationProvider;/],
]

/** The one Route we give to the Router is the default one (app.tsx). */
const patterns: Cut = [/export const exec = .*?\n\};\n/s, 'const exec = () => undefined;\n']

/** A word to who forgets the provider. */
const warning: Cut = [/\tif \(!url\) \{\n\t\tthrow .*?\n\t\}\n/s]

/** What is painted is hydrated once its page is here (main.tsx): nothing suspends meanwhile. */
const hydrating: Cut[] = [
  [/\tconst isHydratingSuspense = .*?\n\tconst isHydratingBool = .*?\n/],
  [/\tif \(isHydratingSuspense\) \{.*?\n\t\}\n(?=\n)/s],
  [/\t\t\tif \(cur\.current\) \{.*?\n\t\t\t\}\n/s],
  [/\tconst pendingBase = .*?\n.*?\n\tconst hasEverCommitted = .*?\n/],
  [/\t\tconst currentDom = .*?\n/],
  [/\t\t\t\/\/ If we've never committed.*?\n\t\t\t\}\n/s],
  [/\t\t\/\/ If this is the first ever.*?hasEverCommitted\.current = true;\n/s],
]

/** No page is given a `ref`, which it looked for in everything that is drawn. */
const lazy: Cut[] = [[/const oldDiff = .*?\n\};\n/s], [/\tLazyComponent\._forwarded = true;\n/]]

const router = [...provider, patterns, warning, ...hydrating]

/** preact-iso's Router and `lazy` without what is never called. */
export function leanRouter(): Plugin {
  return {
    name: 'glaze:lean-router',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/preact-iso\/src\/(router|lazy)\.js$/ },
      handler: (code, id) => ({ code: leanIso(code, id), map: null }),
    },
  }
}

/** One of its files; tests read it, too. */
export function leanIso(code: string, file: string): string {
  return without(file.endsWith('router.js') ? router : lazy, code)
}
