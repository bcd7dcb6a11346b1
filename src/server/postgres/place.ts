import { randomBytes } from 'node:crypto'
import { chmod, chown, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Binaries } from './binaries.ts'

/** Whom PostgreSQL runs as: it refuses to be root, so root lends it the user and group `nobody`. */
const nobody = 65534

/** What `spawn` needs to run PostgreSQL as somebody it accepts. */
export const runAs = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/** Where the server's files and binaries are, once both can be reached by the user it runs as. */
export interface Place {
  folder: string
  bin: string
}

/**
 * Makes the folder for a server. When it, or the binaries, lie where `nobody` may not go (a clone in root's home, say),
 * the next best place is taken and `say` is told.
 */
export async function makePlace(
  { folder, binaries }: { folder: string; binaries: Binaries },
  say: (line: string) => void,
): Promise<Place> {
  const wanted = resolve(folder)
  await mkdir(wanted, { recursive: true })
  if (!('uid' in runAs)) return { folder: wanted, bin: binaries.bin }

  const reached = (await canReach(wanted)) ? wanted : await fallbackFor(wanted, say)
  if (await canReach(join(binaries.bin, 'postgres'))) return { folder: reached, bin: binaries.bin }
  return { folder: reached, bin: await copyOf(binaries, reached, say) }
}

/** Gives a path to the user that PostgreSQL runs as. */
export async function giveAway(path: string) {
  if ('uid' in runAs) await chown(path, nobody, nobody)
}

/** Whether others than its owner may go through every folder on the way to a path and, if it is a program, run it. */
async function canReach(path: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    const { mode } = await stat(at)
    if (!(mode & 0o001)) return false
    if (at === dirname(at)) return true
  }
}

/** What it is called lies in the wanted folder: whoever deletes that begins anew, as anywhere else. */
async function fallbackFor(wanted: string, say: (line: string) => void): Promise<string> {
  const note = join(wanted, 'elsewhere')
  const fresh = `/var/lib/glaze-${randomBytes(4).toString('hex')}`
  await writeFile(note, fresh, { flag: 'wx' }).catch(() => {})
  const folder = await readFile(note, 'utf8')
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  say(
    `PostgreSQL may not run as root, and user "nobody" cannot reach ${wanted}: the database is in ${folder}.`,
  )
  return folder
}

async function copyOf({ root, bin }: Binaries, folder: string, say: (line: string) => void): Promise<string> {
  const { size, mtimeMs } = await stat(join(bin, 'postgres'))
  const target = join(folder, `binaries-${size}-${Math.floor(mtimeMs)}`)
  const isThere = await stat(target).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    const temporary = `${target}-${process.pid}`
    await cp(root, temporary, { recursive: true, verbatimSymlinks: true })
    await openToAll(temporary)
    await rename(temporary, target).catch(() => rm(temporary, { recursive: true }))
    say(`User "nobody" cannot reach the PostgreSQL of node_modules: copied it to ${target}.`)
  }
  return join(target, basename(bin))
}

async function openToAll(folder: string) {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}
