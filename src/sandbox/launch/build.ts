import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** What the built app is made of. */
const sources = ['src/app', 'src/contract', 'index.html', 'vite.config.ts', 'public', 'package-lock.json']

/** True when there is no built app, or something it is made of has changed since. */
export function isStale(root: string): boolean {
  const built = join(root, 'dist', 'client', 'index.html')
  return !existsSync(built) || newest(sources.map(source => join(root, source))) > statSync(built).mtimeMs
}

/** Builds the app. Says that it does, and what goes wrong. */
export async function build(root: string) {
  console.log('\n  Building the app, which takes about half a minute.')
  const child = spawn(process.execPath, [vite(), 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise(resolve => child.on('exit', resolve))
  if (code !== 0) throw new Error('The app could not be built.')
}

/** The script of the development server. */
export function vite(): string {
  return join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js')
}

function newest(paths: string[]): number {
  return Math.max(
    0,
    ...paths.filter(existsSync).map(path => {
      const stat = statSync(path)
      return stat.isDirectory()
        ? Math.max(stat.mtimeMs, newest(readdirSync(path).map(name => join(path, name))))
        : stat.mtimeMs
    }),
  )
}
