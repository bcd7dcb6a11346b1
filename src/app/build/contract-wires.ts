import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * What a phone needs of a call: where it lives and how it is sent. The modules of `src/contract` are evaluated at
 * build and replaced by these plain objects, so no schema and no zod travels with a page that only calls. One that
 * declares no call is taken as it is.
 */
export function contractWires(): Plugin {
  return {
    name: 'glaze:contract-wires',
    enforce: 'pre',
    resolveId: id => (id.startsWith('virtual:wire/') ? { id: `\0${id}`, moduleSideEffects: false } : null),
    async load(id) {
      const wire = /^\0virtual:wire\/(.*)$/.exec(id)?.[1]
      if (wire) return `export const wire = ${decodeURIComponent(wire)}`
      const file = /\/src\/contract\/([\w-]+\.ts)$/.exec(id)?.[1]
      if (!file || id.includes('.test.')) return null
      const version = this.environment.mode === 'dev' ? `?${hash(readFileSync(id, 'utf8'))}` : ''
      const exports: Record<string, unknown> = await import(pathToFileURL(id).href + version)
      if (!Object.values(exports).some(isCall)) return null
      return { code: print(exports), moduleType: 'js', moduleSideEffects: false }
    },
  }
}

/** Each wire is a module of its own, so that it travels with the pages that use it and not with its noun. */
function print(exports: Record<string, unknown>): string {
  return Object.entries(exports)
    .filter(([, value]) => isCall(value))
    .map(([name, value]) => {
      const wire = encodeURIComponent(JSON.stringify(wireOf(value as Wire)))
      return `export { wire as ${name} } from 'virtual:wire/${wire}'`
    })
    .join('\n')
}

interface Wire {
  path: string
  method: string
  who: string
  body: string
}

function wireOf({ path, method, who, body }: Wire): Wire {
  return { path, method, who, body }
}

function isCall(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && 'path' in value && 'promise' in value
}

function hash(text: string): number {
  let sum = 0
  for (const char of text) sum = (sum * 31 + char.charCodeAt(0)) | 0
  return sum
}
