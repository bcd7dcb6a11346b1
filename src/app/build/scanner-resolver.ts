import type { Plugin } from 'vite'

/**
 * `@zxing/library` as published cannot be shaken (91 kB). The QR reader alone, from the ES2015 build and declared
 * free of side effects, is 22 kB.
 */
export function scannerResolver(): Plugin {
  return {
    name: 'glaze:scanner',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (!id.includes('@zxing/') && !importer?.includes('/@zxing/')) return null
      const slim = id === '@zxing/library' ? '@zxing/library/es2015/index.js' : id
      const resolved = await this.resolve(slim, importer, { ...options, skipSelf: true })
      return resolved && { ...resolved, moduleSideEffects: false }
    },
  }
}
