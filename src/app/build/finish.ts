import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import type { FileMap, Printed } from '../start/head.ts'
import { shell } from './critical.ts'
import { flows, home } from './flows.ts'
import { headScript } from './head.ts'
import { serviceWorker } from './service-worker.ts'
import { shellPaths } from './sprite.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/**
 * Makes index.html of the built app (inline style, shell, head script), the map of files, the service worker, the
 * hashes for the content security policy (`dist/csp.json`) and the compressed twins of every file.
 */
export function finish(): Plugin {
  let outDir = ''
  let map = ''
  return {
    name: 'glaze:finish',
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    enforce: 'post',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html
        map = JSON.stringify(mapOf(bundle))
        return page(html, bundle, nameOfMap(map))
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const [file, part] of Object.entries(bundle)) if (isNeedless(file, part)) delete bundle[file]
      },
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (this.environment.config.build.ssr || !map) return
        writeFileSync(join(outDir, 'assets', `${nameOfMap(map)}.json`), map)
        const html = readFileSync(join(outDir, 'index.html'), 'utf8')
        writeFileSync(join(outDir, 'sw.js'), await serviceWorker(html, readdirSync(join(outDir, 'assets'))))
        writeFileSync(join(dirname(outDir), 'csp.json'), JSON.stringify(policy(html), null, 2))
        await compressAll(outDir)
      },
    },
  }
}

async function page(html: string, bundle: Bundle, map: string): Promise<string> {
  const drawn = await shell()
  const sheets = Object.values(bundle).filter(part => part.fileName.endsWith('.css'))
  const styles = sheets.map(part => (part.type === 'asset' ? String(part.source) : '')).join('')
  // The stand-in for `light-dark()`, which no rule uses, and Vite's mark are of no use to a phone.
  const lean = styles.replace(/--lightningcss-[^;]*;|\s*\/\*.*?\*\/\s*/g, '')
  const style = `<style>${lean}${drawn.css}</style>`
  const files: Printed = { ...filesOf(bundle), map, words: wordsIn(drawn.english) }
  return html
    .replace(/\s*<script type="module".*?<\/script>/gs, '')
    .replace(/\s*<link rel="(modulepreload|stylesheet)".*?>/g, '')
    .replace('<!--head-->', () => `${style}<script>${'__HEAD__'}</script>`)
    .replace('__HEAD__', await headScript().then(code => code.replaceAll('$', '$$$$')))
    .replace('<div id="app"></div>', () => `<div id="app">${drawn.chinese.signedOut}</div>`)
    .replace(
      '</body>',
      () =>
        `<template>${drawn.chinese.signedIn}</template><template>${drawn.waiting}</template><script>glaze.show(${quoted(JSON.stringify(files))})</script></body>`,
    )
    .replace(/>\s+</g, '><')
}

/** As a string: a phone parses JSON faster than the same written as an expression, and does not keep its source. */
function quoted(json: string): string {
  return `'${json.replace(/[\\']/g, '\\$&')}'`
}

/** Style sheets are in index.html already, and the file that only passes a customer's Home on is never asked for. */
function isNeedless(file: string, part: Bundle[string]): boolean {
  const isFacade = part.type === 'chunk' && part.facadeModuleId === `\0virtual:flow/${home.name}`
  return file.endsWith('.css') || isFacade
}

function nameOfMap(map: string): string {
  return `map-${createHash('sha256').update(map).digest('base64url').slice(0, 4)}`
}

/** What index.html knows of the files. */
function filesOf(bundle: Bundle): Omit<Printed, 'map' | 'words'> {
  const chunks = chunksOf(bundle)
  const entry = entryOf(chunks)
  const eager = closure(entry, bundle)
  const customers = chunks.find(chunk => chunk.moduleIds.includes(`\0virtual:flow/${home.name}`)) as Chunk
  const [welcome = ''] = chunks
    .filter(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/app/start/welcome.tsx'))
    .map(nameOf)
  const named = (name: string) => chunks.filter(chunk => chunk.name === name).map(nameOf)
  const wordsOf = (area: string) =>
    chunks.filter(({ facadeModuleId }) => facadeModuleId === `\0virtual:words/zh-CN/${area}`).map(nameOf)
  return {
    entry: nameOf(entry),
    customer: [...closure(customers, bundle)]
      .filter(file => !eager.has(file))
      .map(file => basename(file, '.js')),
    stranger: [welcome, ...wordsOf('welcome')],
    early: named('early').join(),
    core: wordsOf('core').join(),
    todo: wordsOf('todo').join(),
    format: named('format').join(),
    everywhere: neededEverywhere(bundle),
    icons: shellPaths(),
  }
}

/** The files of pages, of words and of what they import. */
function mapOf(bundle: Bundle): FileMap {
  const pages = pagesIn(bundle)
  const everywhere = neededEverywhere(bundle)
  const catalogues = chunksOf(bundle).filter(({ facadeModuleId }) =>
    facadeModuleId?.startsWith('\0virtual:words/zh-CN/'),
  )
  const files = [...pages.map(({ chunk }) => chunk), ...catalogues].map(nameOf)
  const indexOf = (file: string) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1)
  const needs = pages.map(({ needs }) =>
    needs
      .filter(file => !everywhere.includes(file))
      .map(indexOf)
      .sort((a, b) => a - b),
  )
  const flows = pages.map(({ flow }) =>
    [flow.isSheet ? '' : flow.area, ...flow.pages.map(({ route }) => route)].join(' '),
  )
  return { files, flows, needs }
}

function neededEverywhere(bundle: Bundle): string[] {
  const [first, ...others] = pagesIn(bundle)
  return (first?.needs ?? []).filter(file => others.every(({ needs }) => needs.includes(file)))
}

/** Each file of pages, and what it needs beside itself and the entry. */
function pagesIn(bundle: Bundle) {
  const chunks = chunksOf(bundle)
  const eager = closure(entryOf(chunks), bundle)
  return flows().flatMap(flow => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === `\0virtual:flow/${flow.name}`)
    if (!chunk) return []
    const spoken = chunks.filter(({ facadeModuleId }) => isWordsFor(facadeModuleId, flow.area))
    const needed = [chunk, ...spoken].flatMap(part => [...closure(part, bundle)])
    const needs = [...new Set(needed)].filter(file => !eager.has(file)).map(file => basename(file, '.js'))
    return [{ flow, chunk, needs: needs.slice(1) }]
  })
}

function chunksOf(bundle: Bundle): Chunk[] {
  return Object.values(bundle).filter(part => part.type === 'chunk')
}

function entryOf(chunks: Chunk[]): Chunk {
  return chunks.find(chunk => chunk.moduleIds.some(id => id.endsWith('/src/app/main.tsx'))) as Chunk
}

function nameOf({ fileName }: Chunk): string {
  return basename(fileName, '.js')
}

/** Chinese stands for both languages here: the head script takes the catalogue that is spoken. */
function isWordsFor(id: string | null, area: string): boolean {
  return new RegExp(`^\0virtual:words/zh-CN/(${area}|forms)$`).test(id ?? '')
}

/** A chunk and everything it imports. */
function closure(chunk: Chunk, bundle: Bundle, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const file of chunk.imports) {
    const next = bundle[file]
    if (next?.type === 'chunk') closure(next, bundle, seen)
  }
  return seen
}

function wordsIn({ signedOut, signedIn }: { signedOut: string; signedIn: string }): Printed['words'] {
  return { signedOut: spokenIn(signedOut), signedIn: spokenIn(signedIn) }
}

/** Texts and labels of a shell in document order: the head script puts the English ones over the Chinese. */
function spokenIn(html: string): [string[], string[]] {
  const texts = [...html.matchAll(/>([^<]+)</g)].map(([, text]) => plain(text as string))
  const labels = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => plain(label as string))
  return [texts, labels]
}

function plain(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/** Hashes of the inline scripts: `script-src 'self'` and these, nothing else. */
function policy(html: string) {
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code as string)
  const hashes = scripts.map(code => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return { scriptSrc: ["'self'", ...hashes] }
}

const compressible = /\.(html|js|css|svg|json|webmanifest|txt)$/

async function compressAll(folder: string) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const content = readFileSync(path)
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, { params }),
      promisify(gzip)(content, { level: 9 }),
    ])
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.br`, br)
    writeFileSync(`${path}.gz`, gz)
  }
}
