import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { pageIcons, shellIcons } from '../ui/icon-names.ts'

const app = new URL('../', import.meta.url).pathname
const folder = new URL('../../../node_modules/lucide-static/icons/', import.meta.url).pathname

/** Lucide icons as symbols: the shell's are inline in index.html, the others are one lazy module. */
export function sprite(): Plugin {
  return {
    name: 'glaze:sprite',
    resolveId: id => (id === 'virtual:sprite' ? '\0virtual:sprite' : null),
    load: id => (id === '\0virtual:sprite' ? `export default ${JSON.stringify(symbols(usedIcons()))}` : null),
    transformIndexHtml: {
      order: 'pre',
      handler: html => html.replace('<!--sprite-->', symbols(shellIcons)),
    },
  }
}

/** Those of the lazy icons that some file names. */
function usedIcons(): string[] {
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.test\.|icon-names/.test(file))
    .map(file => readFileSync(join(app, file), 'utf8'))
    .join('\n')
  return pageIcons.filter(name => sources.includes(`'${name}'`) || sources.includes(`"${name}"`))
}

function symbols(names: readonly string[]): string {
  return `<svg width="0" height="0" style="position:absolute" aria-hidden="true">${names.map(symbol).join('')}</svg>`
}

function symbol(name: string): string {
  const svg = readFileSync(`${folder}${name}.svg`, 'utf8')
  const inner = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
  const paths = inner.replace(/\s*\n\s*/g, '').replaceAll(' />', '/>')
  return `<symbol id="i-${name}" viewBox="0 0 24 24">${paths}</symbol>`
}
