import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const debian = '/usr/lib/postgresql'

/** Connecting so many clients may take seconds on a busy machine, and pgbench counts them as part of its time. */
const connectSeconds = 3

/** Transfers a second that pgbench reaches with this script at so many clients, once they are connected. */
export async function pgbench(
  url: string,
  { script, clients, seconds }: { script: string; clients: number; seconds: number },
): Promise<number> {
  const options = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '2', '-T', `${seconds + connectSeconds}`]
  const file = join(import.meta.dirname, script)
  const { stdout, stderr } = await run(await pgbenchPath(), [...options, '-f', file, url])
  const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (!(rate > 0)) throw new Error(`pgbench said:\n${stdout}${stderr}`)
  return rate
}

/** Debian's, the newest; it need not be of the server's version. */
async function pgbenchPath(): Promise<string> {
  const versions = (await readdir(debian).catch(() => [])).map(Number).sort((a, b) => b - a)
  if (!versions[0]) throw new Error('The yardstick is pgbench: apt-get install postgresql')
  return join(debian, String(versions[0]), 'bin', 'pgbench')
}
