import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for one test. */
export function trialFolder() {
  const path = mkdtempSync(join(tmpdir(), 'glaze-sandbox-'))
  const remove = () => rmSync(path, { recursive: true, force: true })
  return { path, remove }
}

/** A port nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}
