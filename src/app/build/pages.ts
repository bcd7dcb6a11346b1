import type { Plugin } from 'vite'
import { flows, home } from './flows.ts'
import { bring } from './preload-helper.ts'

/**
 * `virtual:pages`: the area of each route, and how to load its page. What lies over pages is loaded here too, but has no
 * area. In the built app a file is found through the map of files, so no hash of a page stands in the entry and a changed
 * page leaves the entry as it is. Home needs no map: index.html names its file.
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
      if (isBuilt(this.environment)) {
        for (const { name } of [...flows(), home])
          this.emitFile({
            type: 'chunk',
            id: `virtual:flow/${name}`,
            name,
            preserveSignature: 'exports-only',
          })
        this.emitFile({ type: 'chunk', id: early, name: 'early', preserveSignature: 'exports-only' })
        return built
      }
      const all = [...flows(true), home]
      const areas = all.flatMap(({ area, isSheet, pages }) =>
        isSheet ? [] : pages.map(({ route }) => [route, area]),
      )
      const loaders = `{${(this.environment.config.build.ssr ? [home] : all).map(lazily)}}`
      return `const areas = new Map(${JSON.stringify(areas)})\nexport const areaOf = async name => areas.get(name)\nexport const load = name => (${loaders})[name]()\nexport const loadHome = () => load('index')`
    },
  }
}

/** Only the head script asks for it. */
const early = new URL('../start/early.ts', import.meta.url).pathname

/** In the map of the built app `flows` has a line for each file of pages: its area and its routes; a sheet has no area. */
const built = `
import { bring } from '${bring}'
const flowOf = async name => {
  const { files, flows } = await glaze.map()
  const index = flows.findIndex(line => line.split(' ').lastIndexOf(name) > 0)
  return { file: files[index], area: flows[index]?.split(' ')[0] }
}
export const areaOf = async name => (await flowOf(name)).area
export const load = async name => {
  const { file } = await flowOf(name)
  const pages = await bring(file + '.js')
  return { default: pages[name] }
}
export const loadHome = async () => {
  await bring(glaze.files.customer[0] + '.js')
  return { default: glaze.home }
}`

/**
 * The exports of a file of pages, by their routes. Other files import from the one with a customer's Home, so its export
 * could be renamed: it puts Home into `glaze.home` instead.
 */
function exportsOf(name: string): string {
  const [{ file: homeFile } = { file: '' }] = home.pages
  if (name === home.name) return `import Home from '${homeFile}'\nglaze.home = Home`
  const { pages } = flows(true).find(flow => flow.name === name) as ReturnType<typeof flows>[number]
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
