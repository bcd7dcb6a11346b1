import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, parseSync } from 'vite'
import { areas, keysOf } from './catalogues.ts'
import { isBuilt } from './pages.ts'

const source = join(import.meta.dirname, '../../')
/** Neither tests and what helps them nor the build, which are not shipped. */
const shipped = /^(app\/(?!build\/)|contract\/)(?!.*(\.(test|d)\.tsx?$|\btesting\b)).*\.tsx?$/

/**
 * In the built app the key of a sentence is a letter for its area and a number in it, as long as every piece of code
 * that says it says all of it. A key that is put together (`refusal.${key}`) keeps its name: see `namedKeys`.
 */
export function shortKeys(): Plugin {
  return {
    name: 'glaze:short-keys',
    enforce: 'post',
    transform(code, id) {
      const isOurs = id.startsWith(source) && shipped.test(id.slice(source.length).replace(/\?.*/, ''))
      return isOurs && isBuilt(this.environment) ? { code: shortened(code), map: null } : null
    },
  }
}

/** One for each area. */
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

export interface AreaKeys {
  /** Keys that keep their names. */
  named: string[]
  /** The others, in the order of their numbers. */
  numbered: string[]
  /** What their numbers begin with. */
  letter: string
}

let made: Map<string, AreaKeys> | undefined
let names: Map<string, string> | undefined

/** The keys of an area as the built app has them. */
export function keysIn(area: string): AreaKeys {
  made ??= allKeys()
  return made.get(area) as AreaKeys
}

/** What the built app calls a key. */
export function shortName(key: string): string {
  names ??= new Map(areas().flatMap(area => numbersOf(keysIn(area))))
  return names.get(key) ?? key
}

function numbersOf({ numbered, letter }: AreaKeys): [string, string][] {
  return numbered.map((key, index) => [key, letter + index.toString(36)])
}

function allKeys(): Map<string, AreaKeys> {
  const all = areas().map(area => ({ area, keys: keysOf(area) }))
  const named = namedKeys(all.flatMap(({ keys }) => keys))
  return new Map(
    all.map(({ area, keys }, index) => [
      area,
      {
        named: keys.filter(key => named.has(key)),
        numbered: keys.filter(key => !named.has(key)),
        letter: letters[index] as string,
      },
    ]),
  )
}

/** Keys that some template may put together, or that the contract tells. */
function namedKeys(keys: readonly string[]): Set<string> {
  const { told, patterns } = said()
  return new Set(keys.filter(key => told.has(key) || patterns.some(pattern => pattern.test(key))))
}

interface Said {
  /** Texts in the modules of the app. */
  whole: Set<string>
  /** Texts in the modules of the contract. */
  told: Set<string>
  /** What templates of app and contract may put together; what is filled in has no dot. */
  patterns: RegExp[]
}

/** Every text and template of the code that is shipped: a key can be asked for by nothing else. */
export function said(): Said {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(file => shipped.test(file))
  const [whole, told] = [new Set<string>(), new Set<string>()]
  const patterns = files.flatMap(file => {
    const { texts, templates } = textsOf(readFileSync(join(source, file), 'utf8'))
    for (const { text } of texts) (file.startsWith('contract/') ? told : whole).add(text)
    return templates.map(patternOf)
  })
  return { whole, told, patterns }
}

function patternOf(parts: readonly string[]): RegExp {
  const isKey = parts.every(part => /^[\w.]*$/.test(part)) && /[a-z]/.test(parts.join(''))
  return isKey ? new RegExp(`^${parts.map(part => part.replaceAll('.', '\\.')).join('[^.]+')}$`) : /(?!)/
}

/** A module with the names of the built app for its keys. */
export function shortened(code: string): string {
  let done = ''
  let at = 0
  for (const { text, start, end } of textsOf(code).texts) {
    const name = shortName(text)
    if (name === text) continue
    done += `${code.slice(at, start)}'${name}'`
    at = end
  }
  return done + code.slice(at)
}

interface Text {
  text: string
  start: number
  end: number
}

/** The texts of a module in their order, and of its templates the parts between what is filled in. */
function textsOf(code: string): { texts: Text[]; templates: string[][] } {
  const texts: Text[] = []
  const templates: string[][] = []
  const look = (node: Node) => {
    const { type, start, end, value, quasis } = node
    const parts = type === 'TemplateLiteral' ? quasis?.map(part => part.value.cooked ?? '') : undefined
    if (type === 'Literal' && typeof value === 'string') texts.push({ text: value, start, end })
    else if (parts?.length === 1) texts.push({ text: parts[0] as string, start, end })
    else if (parts) templates.push(parts)
    for (const inner of Object.values(node).flat()) if (isNode(inner)) look(inner)
  }
  const { program, errors } = parseSync('module.tsx', code)
  if (errors.length > 0) throw new Error(`no module: ${errors[0]?.message}`)
  look(program as unknown as Node)
  return { texts: texts.sort((one, other) => one.start - other.start), templates }
}

interface Node {
  type: string
  start: number
  end: number
  value?: unknown
  quasis?: { value: { cooked: string | null } }[]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}
