import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'
import { files, importsOf, inside, isTest, root, sources } from './fixtures/sources.ts'

/** What a file cannot be read without: types too, but nothing that comes later by `import()`. */
function leaningsOf(file: string): string[] {
  const named = [...(sources.get(file) ?? '').matchAll(/^(?:import|export)\b[^'`;(]*?'(\.{1,2}\/[^']+)'/gm)]
  return named.map(([, path = '']) => relative(root, resolve(root, dirname(file), path)))
}

const nounOf = (path: string) => path.match(/^src\/server\/([^/]+)\//)?.[1]
/** Folders of the server that put nouns together or carry them; every other one is a noun. */
const carriers = ['across', 'api', 'database', 'hooks', 'http', 'jobs', 'migrations', 'ops', 'postgres']
const nouns = [...new Set(files.flatMap(file => nounOf(file) ?? []))].filter(noun => !carriers.includes(noun))

/** Files of `folder` that import what `isForbidden` says, as `file → import` lines. */
function trespasses(folder: string, isForbidden: (path: string, file: string) => boolean): string[] {
  return inside(folder)
    .filter(([file]) => !isTest(file))
    .flatMap(([file, text]) =>
      importsOf(file, text)
        .filter(path => isForbidden(path, file))
        .map(path => `${file} → ${path}`),
    )
}

/** Functions of more than 70 lines, with where they begin. A `describe` block holds tests and is none. */
function longFunctions(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const blocks = new Set<ESTree.Node>()
  const long: string[] = []
  const measure = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const first = lineAt(node.start)
    const count = lineAt(node.end) - first + 1
    const opening = text.split('\n')[first - 1]?.trim()
    if (count > 70 && !blocks.has(node)) long.push(`${file}:${first} ${opening} (${count} lines)`)
  }
  new Visitor({
    CallExpression(call) {
      if (!/^describe\b/.test(text.slice(call.start))) return
      for (const block of call.arguments) blocks.add(block)
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program)
  return long
}

describe('borders', () => {
  test('the contract imports itself and zod/mini only', () => {
    expect(trespasses('src/contract/', path => !path.startsWith('src/contract/'))).toEqual([])
    const packages = inside('src/contract/')
      .filter(([file]) => !isTest(file))
      .flatMap(([, text]) => [...text.matchAll(/from '([^.][^']*)'/g)].map(match => match[1]))
    expect([...new Set(packages)]).toEqual(['zod/mini'])
  })

  test.each(['app', 'server', 'sandbox'])('%s imports itself and the contract only', part => {
    const isForbidden = (path: string) =>
      !path.startsWith(`src/${part}/`) && !path.startsWith('src/contract/')
    expect(trespasses(`src/${part}/`, isForbidden)).toEqual([])
  })

  test('pages do not import pages', () => {
    const isPage = (path: string) => /^src\/app\/pages\/[^/]+\/[^/]+\.tsx$/.test(path)
    expect(trespasses('src/app/pages/', isPage)).toEqual([])
  })

  test('the parts of an area are used by that area only', () => {
    const areaOf = (path: string) => path.match(/^src\/app\/pages\/(\w+)\//)?.[1]
    const isForbidden = (path: string, file: string) =>
      /\/parts\//.test(path) && areaOf(path) !== areaOf(file)
    expect(trespasses('src/app/', isForbidden)).toEqual([])
  })

  test('what only tests need is imported by nothing that is shipped', () => {
    const isHelp = (path: string) => /\btesting\b/.test(path)
    expect(trespasses('src/app/', (path, file) => isHelp(path) && !isHelp(file))).toEqual([])
  })

  test('the design system neither fetches nor holds global money state', () => {
    const isForbidden = (path: string) => /^src\/app\/(send|state\/rates|state\/session)/.test(path)
    expect(trespasses('src/app/ui/', isForbidden)).toEqual([])
  })

  test('nouns of the server do not import each other; the ledger imports none', () => {
    const isForbidden = (path: string, file: string) => {
      const [from, to] = [nounOf(file), nounOf(path)]
      if (!from || !to || from === to || !nouns.includes(from) || !nouns.includes(to)) return false
      return from === 'ledger' || to !== 'ledger'
    }
    expect(trespasses('src/server/', isForbidden)).toEqual([])
  })

  test('no files import each other, however long the way round', () => {
    let left = new Map(files.filter(file => !isTest(file)).map(file => [file, leaningsOf(file)]))
    for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
      before = left.size
      const wanted = new Set([...left.values()].flat())
      left = new Map(
        [...left].filter(([file, imports]) => wanted.has(file) && imports.some(other => left.has(other))),
      )
    }
    expect([...left.keys()]).toEqual([])
  })

  test('what works across nouns is called by handlers, hooks, jobs and operators, and calls none of them back', () => {
    const isForbidden = (path: string) => /^src\/server\/(api|ops)\//.test(path)
    expect(trespasses('src/server/across/', isForbidden)).toEqual([])
  })

  test('a file of jobs is a job; what carries them is in queue/', () => {
    const registry = 'src/server/jobs/index.ts'
    const registered = importsOf(registry, sources.get(registry) ?? '')
    const own = inside('src/server/jobs/').map(([file]) => file)
    const isCarrier = (file: string) => file === registry || file.startsWith('src/server/jobs/queue/')
    expect(own.filter(file => !isTest(file) && !isCarrier(file) && !registered.includes(file))).toEqual([])
  })

  test('only ports.ts names adapters', () => {
    const isAdapter = (path: string) =>
      /^src\/server\/\w+\/(issuers|chains|treasuries|mailers|sources|bots|pushers)\//.test(path)
    const isForbidden = (path: string, file: string) =>
      isAdapter(path) && !isAdapter(file) && file !== 'src/server/ports.ts'
    expect(trespasses('src/server/', isForbidden)).toEqual([])
  })

  test('only config.ts reads the environment', () => {
    const readers = inside('src/server/').filter(([file, text]) => /process\.env/.test(text) && !isTest(file))
    expect(readers.map(([file]) => file)).toEqual(['src/server/config.ts'])
  })

  test('only the ledger writes ledger tables', () => {
    const writes =
      /(insertInto|updateTable|deleteFrom)\('(accounts|transfers|entries|holds)'\)|(insert into|update|delete from) (accounts|transfers|entries|holds)\b/
    const writers = inside('src/server/').filter(
      ([file, text]) => !file.startsWith('src/server/ledger/') && writes.test(text),
    )
    expect(writers.map(([file]) => file)).toEqual([])
  })
})

describe('shape', () => {
  test('no source file is longer than 300 lines', () => {
    const long = [...sources].filter(([, text]) => text.split('\n').length > 301)
    expect(long.map(([file]) => file)).toEqual([])
  })

  test('no function is longer than 70 lines', () => {
    // One withdrawal from the question to the last confirmation is one story, which parts would only interrupt.
    const story = 'reserves, sends, counts confirmations, and charges when the payment is final'
    const long = [...sources].flatMap(([file, text]) => longFunctions(file, text))
    expect(long.filter(found => !found.includes(story))).toEqual([])
  })

  test('no drawers for odds and ends', () => {
    const drawer = /(^|\/)(utils?|helpers?|common|misc|managers?|services?|base)(\.tsx?$|\/)/
    // Pages are named by the specification's routes, one of which is service (help and contact).
    const own = files.filter(file => !/^src\/app\/pages\/\w+\/\w+\.tsx$/.test(file))
    expect(own.filter(file => drawer.test(file.replace(/\.test\./, '.')))).toEqual([])
  })

  test('index.ts is the name of the registries only', () => {
    const registries = ['src/contract/index.ts', 'src/server/api/index.ts', 'src/server/jobs/index.ts']
    expect(files.filter(file => file.startsWith('src/') && file.endsWith('/index.ts')).sort()).toEqual(
      registries,
    )
  })

  test('what a file hands out is named by another; the contract may describe what nobody asks yet', () => {
    const named = new Map<string, number>()
    for (const text of [...sources.values(), readFileSync(join(root, 'vite.config.ts'), 'utf8')])
      for (const word of new Set(text.match(/\w+/g))) named.set(word, (named.get(word) ?? 0) + 1)
    const idle = [...sources]
      .filter(([file]) => !file.startsWith('src/contract/'))
      .flatMap(([file, text]) =>
        [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)]
          .filter(([, name = '']) => named.get(name) === 1)
          .map(([, name]) => `${file}: ${name}`),
      )
    expect(idle).toEqual([])
  })

  test('what tests are helped by helps a test, or is run by itself', () => {
    const used = new Set([...sources].flatMap(([file, text]) => importsOf(file, text)))
    const said = ['package.json', 'vite.config.ts', 'README.md']
      .map(file => readFileSync(join(root, file), 'utf8'))
      .join()
    const idle = files.filter(file => !isTest(file) && !used.has(file) && !said.includes(file))
    expect(idle.filter(file => file.startsWith('tests/'))).toEqual([])
  })

  test('what tests begin with is apart from them', () => {
    const beside = /^tests\/((api(\/\w+)?|faults|journeys|ledger|ops|ports)\/)?[^/]+$/
    expect(files.filter(file => beside.test(file) && !isTest(file))).toEqual([])
  })

  test('no path of a machine, no marker, no switched-off test', () => {
    const marks = /\b(TODO|FIXME|XXX)\b|\.(skip|only)\(|@ts-ignore|@ts-expect-error|\/work\/|\/farm\//
    const marked = [...sources].filter(([file, text]) => file !== 'tests/tidy.test.ts' && marks.test(text))
    expect(marked.map(([file]) => file)).toEqual([])
  })

  test('what comes later is polled for, with the patience of the projects: vi.waitFor has a second', () => {
    const hasty = [...sources].filter(([file, text]) => isTest(file) && /vi\.wait(For|Until)\(/.test(text))
    expect(hasty.map(([file]) => file)).toEqual([])
  })

  test('prices are bigint: no float ever parses an amount on the server', () => {
    const floats = inside('src/server/').filter(([, text]) => /parseFloat|toFixed\(/.test(text))
    expect(floats.map(([file]) => file)).toEqual([])
  })
})
