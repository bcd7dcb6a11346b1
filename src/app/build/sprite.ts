import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { pageIcons, shellIcons } from '../ui/icon-names.ts'
import { pathOf } from './icon-path.ts'
import { isBuilt } from './pages.ts'

const app = new URL('../', import.meta.url).pathname
const folder = new URL('../../../node_modules/lucide-static/icons/', import.meta.url).pathname

/**
 * Lucide icons as paths: those of the shell are in index.html, where the built app takes them from; the others are one
 * module, which frames of pages and sheets bring along.
 */
export function sprite(): Plugin {
  return {
    name: 'glaze:sprite',
    resolveId: id => (/^virtual:(sprite|strokes)$/.test(id) ? `\0${id}` : null),
    load(id) {
      if (id === '\0virtual:strokes')
        return `export const strokes = ${isBuilt(this.environment) ? 'glaze.files.icons' : JSON.stringify(shellPaths())}`
      if (id !== '\0virtual:sprite') return null
      return `import { strokes } from 'virtual:strokes'\nObject.assign(strokes, ${JSON.stringify(paths(usedIcons()))})`
    },
  }
}

/** Those of the shell, by their names. */
export function shellPaths(): Record<string, string> {
  return paths(shellIcons)
}

/** Those of the lazy icons that some file names. */
function usedIcons(): string[] {
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.test\.|\btesting\b|icon-names/.test(file))
    .map(file => readFileSync(`${app}${file}`, 'utf8'))
    .join('\n')
  return pageIcons.filter(name => sources.includes(`'${name}'`) || sources.includes(`"${name}"`))
}

function paths(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map(name => [name, pathOf(readFileSync(`${folder}${name}.svg`, 'utf8'))]))
}
