import type { Plugin } from 'vite'

const provider =
  /export function LocationProvider\(props\) \{.*?\n\}\n|Router\.Provider = LocationProvider;/gs

/**
 * preact-iso's LocationProvider reads paths and takes the clicks on links; ours reads the hash (hash-location.tsx). Only
 * its context is used, which the Router reads, so the rest of it does not travel.
 */
export function leanRouter(): Plugin {
  return {
    name: 'glaze:lean-router',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/preact-iso\/src\/router\.js$/ },
      handler(code) {
        const lean = code.replace(provider, '')
        if (!/LocationProvider\.ctx = /.test(lean) || /handleNav\)|Router\.Provider/.test(lean))
          throw new Error('preact-iso has another router now')
        return { code: `export const LocationProvider = {};\n${lean}`, map: null }
      },
    },
  }
}
