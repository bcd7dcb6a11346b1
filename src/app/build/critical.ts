import { rmSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { css, extractCss } from 'goober'
import { build, type Plugin } from 'vite'
import { contractWires } from './contract-wires.ts'
import { pages } from './pages.ts'
import { sprite } from './sprite.ts'
import { styles } from './styles.ts'
import { words } from './words.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const outDir = `${root}node_modules/.cache/glaze/shell-${process.pid}`

interface Shells {
  signedOut: string
  signedIn: string
}

/** What is drawn before any script runs. */
interface Shell {
  chinese: Shells
  english: Shells
  /** In place of any page but Home; it has no words. */
  waiting: string
  /** Style rules of every module that the entry imports. */
  css: string
  /** The modules those rules come from: in the bundle their `css` is a class name, and goober is not needed. */
  modules: Set<string>
}

let made: Promise<Shell> | undefined

/** Prerenders the shell, once per build. */
export function shell(): Promise<Shell> {
  made ??= prerender()
  return made
}

async function prerender(): Promise<Shell> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [contractWires(), words(), pages(), sprite(), styles()],
    resolve: { alias: { react: 'preact/compat' } },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    define: { __VERSION__: '"shell"' },
    ssr: { noExternal: true },
    build: { ssr: 'src/app/start/shell.tsx', outDir, emptyOutDir: true, minify: false, copyPublicDir: false },
  })
  const chunks = 'output' in result ? result.output.filter(part => part.type === 'chunk') : []
  const entry = chunks.find(chunk => chunk.isEntry)
  if (!entry) throw new Error('the shell was not built')
  const prerendered: { shell: () => Promise<Omit<Shell, 'modules'>> } = await import(
    `${pathToFileURL(`${outDir}/${entry.fileName}`).href}?${Date.now()}`
  )
  const parts = await prerendered.shell()
  rmSync(outDir, { recursive: true })
  const eager = [entry, ...chunks.filter(chunk => entry.imports.includes(chunk.fileName))]
  const modules = new Set(eager.flatMap(chunk => chunk.moduleIds).filter(id => id.includes('/src/app/')))
  return { ...shortened(parts), modules }
}

/**
 * No template of goober is compiled on a phone. In modules of the shell it becomes the name of its class, whose rules are in
 * index.html already; in all others the rules themselves.
 */
export function critical(): Plugin {
  return {
    name: 'glaze:critical',
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    enforce: 'pre',
    async transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes("from 'goober'")) return null
      const isEager = (await shell()).modules.has(id)
      const compiled = code.replace(/\bcss`([^`]*)`/g, (_, template: string) => {
        if (template.includes('${')) throw new Error(`${id}: styles take no values`)
        return isEager ? `'${nameOf(template)}'` : `css(${JSON.stringify(rulesOf(template))})`
      })
      const needs = isEager ? '' : `import { rule as css } from '${root}src/app/rule.ts'\n`
      return { code: compiled.replace(/import \{ css \} from 'goober'\n/, needs), map: null }
    },
  }
}

function nameOf(template: string): string {
  const name = shortNames.get(longName(template))
  if (!name) throw new Error(`no rule was prerendered for ${template.trim().slice(0, 60)}`)
  return name
}

/** `&` stands for the class. */
function rulesOf(template: string): string {
  extractCss()
  const name = longName(template)
  return extractCss().replaceAll(`.${name}`, '&')
}

function longName(template: string): string {
  return css(Object.assign([template], { raw: [template] }))
}

const shortNames = new Map<string, string>()

function shortened(parts: Omit<Shell, 'modules'>): Omit<Shell, 'modules'> {
  const names = [...new Set(parts.css.match(/go\d{6,}/g) ?? [])].sort()
  for (const [index, name] of names.entries()) shortNames.set(name, `g${index.toString(36)}`)
  const shorten = (text: string) => text.replace(/go\d{6,}/g, name => shortNames.get(name) ?? name)
  const shortShells = ({ signedOut, signedIn }: Shells) => ({
    signedOut: shorten(signedOut),
    signedIn: shorten(signedIn),
  })
  return {
    chinese: shortShells(parts.chinese),
    english: shortShells(parts.english),
    waiting: shorten(parts.waiting),
    css: shorten(parts.css),
  }
}
