import type { Plugin } from 'vite'

/** Their classes extend each other's: both packages have to come from builds with real classes. */
const builds: Record<string, string> = {
  '@zxing/library': '@zxing/library/es2015/index.js',
  '@zxing/browser': '@zxing/browser/es2015/index.js',
}

/**
 * ZXing as published cannot be shaken (91 kB). The QR reader alone, from the ES2015 builds and declared free of side
 * effects, is 22 kB.
 */
export function scannerResolver(): Plugin {
  return {
    name: 'glaze:scanner',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (!id.includes('@zxing/') && !importer?.includes('/@zxing/')) return null
      const resolved = await this.resolve(builds[id] ?? id, importer, { ...options, skipSelf: true })
      return resolved && { ...resolved, moduleSideEffects: false }
    },
  }
}
