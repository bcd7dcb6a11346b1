import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { giveAway, type Place, runAs } from './place.ts'
import { isAlive } from './postmaster.ts'

/** The one user of the embedded server. */
export const user = 'glaze'

/** Where the server's data is below its folder. */
export const dataOf = (folder: string) => join(folder, 'data')

/** What PostgreSQL is told of the world: nothing of ours. */
export const cleanEnvironment = { LC_ALL: 'C', TZ: 'UTC' }

/** Makes the server's data folder on first use and returns the password, which only this user of the machine can read. */
export async function makeCluster({ folder, bin }: Place): Promise<string> {
  const passwordFile = join(folder, 'password')
  if (await exists(dataOf(folder))) {
    return await readFile(passwordFile, 'utf8').catch(() => {
      throw new Error(
        `The database's password is gone: ${passwordFile}. Restore it, or move ${folder} away to begin anew.`,
      )
    })
  }
  // Kept if there: a start that died between writing it and making the data, or another start at this very moment.
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(
    () => {},
  )
  const password = await readFile(passwordFile, 'utf8')
  await removeHalfMade(folder)
  await initialise({ folder, bin }, password)
  return password
}

/** Made beside its final name and renamed when whole, so that a start that dies half-way leaves nothing that looks done. */
async function initialise({ folder, bin }: Place, password: string) {
  const half = join(folder, `data-${process.pid}`)
  const secret = join(half, '..', `secret-${process.pid}`)
  await mkdir(half, { mode: 0o700 })
  await giveAway(half)
  await writeFile(secret, password, { mode: 0o600 })
  await giveAway(secret)
  const options = ['-U', user, '-A', 'scram-sha-256', '-E', 'UTF8', '--no-locale', '--data-checksums']
  try {
    await run(join(bin, 'initdb'), ['-D', half, `--pwfile=${secret}`, ...options], folder)
    await rename(half, dataOf(folder)).catch(async error => {
      if (!(await exists(dataOf(folder)))) throw error
    })
  } finally {
    await rm(secret, { force: true })
    await rm(half, { recursive: true, force: true })
  }
}

async function removeHalfMade(folder: string) {
  for (const name of await readdir(folder)) {
    const pid = /^(?:data|secret)-(\d+)$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

function run(program: string, args: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...runAs,
      cwd,
      env: cleanEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said: Buffer[] = []
    child.stdout.on('data', chunk => said.push(chunk))
    child.stderr.on('data', chunk => said.push(chunk))
    child.on('error', error =>
      reject(new Error(`${program} cannot be run on this machine: ${error.message}`)),
    )
    child.on('close', code => {
      if (code === 0) resolve()
      else reject(new Error(`${program} failed (${code}):\n${Buffer.concat(said).toString().trim()}`))
    })
  })
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
