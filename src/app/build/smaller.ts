import { type MinifyOptions, minify } from 'terser'
import type { Plugin } from 'vite'

/** Reading a signal is not without effect: what looks like a getter stays. */
const options: MinifyOptions = {
  ecma: 2020,
  toplevel: true,
  compress: {
    passes: 3,
    keep_fargs: false,
    unsafe_arrows: true,
    sequences: false,
    if_return: false,
    comparisons: false,
  },
  format: { comments: false },
}

/** What the bundler has minified, minified once more by another that sees other things: some 0.8 % fewer bytes travel. */
export function smaller(): Plugin {
  return {
    name: 'glaze:smaller',
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    enforce: 'pre',
    generateBundle: {
      order: 'pre',
      async handler(_, bundle) {
        for (const part of Object.values(bundle))
          if (part.type === 'chunk') part.code = await minified(part.code, { module: true })
      },
    },
  }
}

/** The same code in fewer bytes. */
export async function minified(code: string, { module }: { module: boolean }): Promise<string> {
  const { code: less } = await minify(code, { ...options, module })
  if (less === undefined) throw new Error('nothing was left of the code')
  return less
}
