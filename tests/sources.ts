import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** The root of the project. */
export const root = resolve(import.meta.dirname, '..')
/** Every file of ours in TypeScript, as a path from the root. */
export const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'tests', 'budgets'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  // What was moved away and is not committed yet is still on git's list.
  .filter(file => /\.(ts|tsx)$/.test(file) && existsSync(join(root, file)))
/** What stands in each. */
export const sources = new Map(files.map(file => [file, readFileSync(join(root, file), 'utf8')]))
/** The files of a folder with what stands in them. */
export const inside = (folder: string) => [...sources].filter(([file]) => file.startsWith(folder))

/** What a file imports from inside the project, threads included, as paths from the root. */
export function importsOf(file: string, text: string): string[] {
  const specifiers = [
    ...text.matchAll(/(?:from|import\(|new URL\((?='[^']+\.ts'))\s*'(\.{1,2}\/[^']+)'/g),
  ].map(match => match[1] as string)
  return specifiers.map(specifier => relative(root, resolve(root, dirname(file), specifier)))
}

/** Whether it is a file of tests. */
export const isTest = (file: string) => /\.test\.tsx?$/.test(file)
