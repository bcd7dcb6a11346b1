import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { Drawn, Shape } from '../symbols.ts'
import { pageIcons, shellIcons } from '../ui/icon-names.ts'

const app = new URL('../', import.meta.url).pathname
const folder = new URL('../../../node_modules/lucide-static/icons/', import.meta.url).pathname
const drawer = new URL('../symbols.ts', import.meta.url).pathname

/**
 * Lucide icons as symbols: the shell's are inline in index.html, the others are one module that draws them, which frames
 * of pages and sheets bring along.
 */
export function sprite(): Plugin {
  return {
    name: 'glaze:sprite',
    resolveId: id => (id === 'virtual:sprite' ? '\0virtual:sprite' : null),
    load: id => (id === '\0virtual:sprite' ? drawing(usedIcons()) : null),
    transformIndexHtml: {
      order: 'pre',
      handler: html => html.replace('<!--sprite-->', symbols(shellIcons)),
    },
  }
}

/** Those of the lazy icons that some file names. */
function usedIcons(): string[] {
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.test\.|\btesting\b|icon-names/.test(file))
    .map(file => readFileSync(join(app, file), 'utf8'))
    .join('\n')
  return pageIcons.filter(name => sources.includes(`'${name}'`) || sources.includes(`"${name}"`))
}

function symbols(names: readonly string[]): string {
  return `<svg width="0" height="0" style="position:absolute" aria-hidden="true">${names.map(symbol).join('')}</svg>`
}

function symbol(name: string): string {
  return `<symbol id="i-${name}" viewBox="0 0 24 24">${paths(name)}</symbol>`
}

/** The icons as data, with what makes elements of it: trusted types let no markup into the page. */
function drawing(names: readonly string[]): string {
  const icons = names.map((name): Drawn => [name, ...shapes(name)])
  return `import { draw } from ${JSON.stringify(drawer)}\ndraw(${JSON.stringify(icons)})`
}

function shapes(name: string): Shape[] {
  return [...paths(name).matchAll(/<(\w+) (.*?)\/>/g)].map(([, tag, attributes]) => {
    const pairs = [...(attributes as string).matchAll(/([\w-]+)="(.*?)"/g)]
    return [tag as string, Object.fromEntries(pairs.map(([, key, value]) => [key, value]))]
  })
}

function paths(name: string): string {
  const svg = readFileSync(`${folder}${name}.svg`, 'utf8')
  const inner = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
  return inner.replace(/\s*\n\s*/g, '').replaceAll(' />', '/>')
}
