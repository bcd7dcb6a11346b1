import type { Plugin } from 'vite'
import { flows } from './flows.ts'

/**
 * `virtual:pages`: the area of each route that has a page, and how to load it. In the built app a file is found
 * through the map in index.html, so no hash of a page stands in the entry and a changed page leaves the entry as it is.
 */
export function pages(): Plugin {
  return {
    name: 'glaze:pages',
    enforce: 'pre',
    resolveId: id => (/^virtual:(pages$|flow\/)/.test(id) ? `\0${id}` : null),
    load(id) {
      const flow = /^\0virtual:flow\/(.*)$/.exec(id)?.[1]
      if (flow) return exportsOf(flow)
      if (id !== '\0virtual:pages') return null
      const all = flows()
      if (isBuilt(this.environment)) {
        for (const { name } of all)
          this.emitFile({
            type: 'chunk',
            id: `virtual:flow/${name}`,
            name,
            preserveSignature: 'exports-only',
          })
        return built
      }
      const areas = all.flatMap(({ area, pages }) => pages.map(({ route }) => [route, area]))
      const loaders = this.environment.config.build.ssr ? '{}' : `{${all.map(lazily)}}`
      return `export const areas = ${JSON.stringify(Object.fromEntries(areas))}\nexport const load = name => (${loaders})[name]()`
    },
  }
}

/** In the built app: `glaze.files.flows` has one line for each file of pages, its area and its routes. */
const built = `
const lines = glaze.files.flows.map(line => line.split(' '))
export const areas = Object.fromEntries(lines.flatMap(([area, ...routes]) => routes.map(route => [route, area])))
export const load = async (name, attempt) => {
  const file = glaze.files.files[lines.findIndex(line => line.lastIndexOf(name) > 0)]
  return { default: (await import(/* @vite-ignore */ '/assets/' + file + '.js' + (attempt ? '?r=' + attempt : '')))[name] }
}`

function exportsOf(name: string): string {
  const { pages } = flows().find(flow => flow.name === name) as ReturnType<typeof flows>[number]
  return pages.map(({ route, file }) => `export { default as '${route}' } from '${file}'`).join('\n')
}

function lazily({ pages }: ReturnType<typeof flows>[number]): string {
  return pages.map(({ route, file }) => `'${route}': () => import('${file}')`).join()
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
export function loadByName(name: string): string {
  return `import(/* @vite-ignore */ '/assets/' + glaze.files.files.find(file => file.slice(0, -8) === ${name}) + '.js')`
}
