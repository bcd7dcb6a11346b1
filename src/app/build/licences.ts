import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { isBuilt } from './pages.ts'

interface Licence {
  name: string
  version: string
  licence: string
  text: string
}

/** `licences.json`: the packages whose code is in the bundle, which is what phones get, with their licences. */
export function licences(): Plugin {
  return {
    name: 'glaze:licences',
    apply: 'build',
    generateBundle(_, bundle) {
      if (!isBuilt(this.environment)) return
      const chunks = Object.values(bundle).filter(part => part.type === 'chunk')
      const folders = new Set([
        ...drawings,
        ...chunks.flatMap(({ moduleIds }) => moduleIds.flatMap(id => folderOf(id) ?? [])),
      ])
      const list = [...folders].map(licenceOf).sort((a, b) => (a.name < b.name ? -1 : 1))
      this.emitFile({ type: 'asset', fileName: 'licences.json', source: JSON.stringify(list) })
    },
  }
}

/** What `sprite.ts` reads as drawings, not as modules. */
const drawings = [new URL('../../../node_modules/lucide-static', import.meta.url).pathname]

/** The folder of the package that a module belongs to. */
function folderOf(id: string): string | null {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? null
}

/** Throws for a package that says nothing of its licence: it must not be shipped unseen. */
function licenceOf(folder: string): Licence {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
  }
  if (!license) throw new Error(`${name} says nothing of its licence`)
  const file = readdirSync(folder).find(file => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(file))
  const path = file && join(folder, file)
  const text = path && existsSync(path) ? readFileSync(path, 'utf8').trim() : license
  return { name, version, licence: license, text }
}
