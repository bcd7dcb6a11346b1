import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const folder = new URL('../pages/', import.meta.url).pathname

/**
 * `virtual:pages`: the area of each route that has a page, and how to load it. In the built app a file is found
 * through the map in index.html, so no hash of a page stands in the entry and a changed page leaves the entry as it is.
 */
export function pages(): Plugin {
  return {
    name: 'glaze:pages',
    enforce: 'pre',
    resolveId: id => (id === 'virtual:pages' ? '\0virtual:pages' : null),
    load(id) {
      if (id !== '\0virtual:pages') return null
      const all = everyPage()
      const areas = `export const areas = ${JSON.stringify(Object.fromEntries(all.map(({ name, area }) => [name, area])))}`
      if (this.environment.config.build.ssr) return `${areas}\nexport const load = () => {}`
      if (!isBuilt(this.environment))
        return `${areas}\nexport const load = name => ({${all.map(lazily)}})[name]()`
      for (const { name, file } of all) {
        this.emitFile({ type: 'chunk', id: file, name, preserveSignature: 'exports-only' })
      }
      return `${areas}\nexport const load = (name, attempt) => ${loadByName('name', "(attempt ? '?r=' + attempt : '')")}`
    },
  }
}

/** Whether this is the built app, not the development server, a test or the prerendering. */
export function isBuilt({
  config,
}: {
  config: { command: string; mode: string; build: { ssr: unknown } }
}): boolean {
  return config.command === 'build' && config.mode === 'production' && !config.build.ssr
}

/** An import of the file with this name, whatever its hash (seven characters). */
export function loadByName(name: string, query = "''"): string {
  return `import(/* @vite-ignore */ '/assets/' + glaze.files.files.find(file => file.slice(0, -8) === ${name}) + '.js' + ${query})`
}

function everyPage() {
  return readdirSync(folder)
    .filter(area => area !== 'home')
    .flatMap(area =>
      readdirSync(join(folder, area))
        .filter(file => file.endsWith('.tsx') && !file.includes('.test.'))
        .map(file => ({ area, name: file.replace('.tsx', ''), file: join(folder, area, file) })),
    )
}

function lazily({ name, file }: { name: string; file: string }): string {
  return `'${name}': () => import('${file}')`
}
