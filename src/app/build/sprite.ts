import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { pageIcons, shellIcons } from '../ui/icon-names.ts'

const folder = new URL('../../../node_modules/lucide-static/icons/', import.meta.url).pathname

/** Lucide icons as symbols: the shell's are inline in index.html, the others are one lazy module. */
export function sprite(): Plugin {
  return {
    name: 'glaze:sprite',
    resolveId: id => (id === 'virtual:sprite' ? '\0virtual:sprite' : null),
    load: id => (id === '\0virtual:sprite' ? `export default ${JSON.stringify(symbols(pageIcons))}` : null),
    transformIndexHtml: {
      order: 'pre',
      handler: html => html.replace('<!--sprite-->', symbols(shellIcons)),
    },
  }
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
