import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { isBuilt } from './pages.ts'

/**
 * Modules that the head script and the app both need travel once: the head script, which has run by then, hands its own
 * to the app (`glaze.shared`). The memory that stands in for blocked storage is one, too.
 */
export function fromHead(): Plugin {
  return {
    name: 'glaze:from-head',
    enforce: 'pre',
    load(id) {
      if (!/\/src\/app\/(storage|start\/launch)\.ts$/.test(id) || !isBuilt(this.environment)) return null
      const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)]
      return `export const { ${names.map(([, name]) => name)} } = glaze.shared`
    },
  }
}
