import type { Plugin } from 'vite'

const provider =
  /export function LocationProvider\(props\) \{.*?\n\}\n|Router\.Provider = LocationProvider;/gs
const patterns = /export const exec = .*?\n\};\n/s
const warning = /\tif \(!url\) \{\n\t\tthrow .*?\n\t\}\n/s

/**
 * preact-iso's LocationProvider reads paths and takes the clicks on links; ours reads the hash (hash-location.tsx). Only
 * its context is used, which the Router reads, so the rest of it does not travel. Nor do the patterns of paths, for the one
 * Route we give to the Router is the default one (app.tsx), and a word to who forgets the provider.
 */
export function leanRouter(): Plugin {
  return {
    name: 'glaze:lean-router',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/preact-iso\/src\/router\.js$/ },
      handler(code) {
        const lean = code
          .replace(provider, '')
          .replace(patterns, 'const exec = () => undefined;\n')
          .replace(warning, '')
        if (
          !/LocationProvider\.ctx = /.test(lean) ||
          /handleNav\)|Router\.Provider|decodeURI|Error\(/.test(lean)
        )
          throw new Error('preact-iso has another router now')
        return { code: `export const LocationProvider = {};\n${lean}`, map: null }
      },
    },
  }
}
