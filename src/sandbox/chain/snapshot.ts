import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { writeWhole } from '../json-file.ts'
import type { Rpc } from './rpc.ts'

// Anvil writes its own state file in place, so that a kill -9 can tear it. We ask it for the state and write it whole.

/** Writes the whole chain, with the states a reorganisation needs, into its folder. */
export async function takeSnapshot({ rpc, folder }: { rpc: Rpc; folder: string }) {
  const state = await rpc<string>('anvil_dumpState', true)
  writeWhole(join(folder, 'chain.json.gz'), Buffer.from(state.slice(2), 'hex'))
}

/** Lays the last snapshot out in the form anvil reads. False when there is none. */
export function unpackSnapshot({ folder, to }: { folder: string; to: string }): boolean {
  const file = join(folder, 'chain.json.gz')
  if (!existsSync(file)) return false
  writeWhole(to, gunzipSync(readFileSync(file)))
  return true
}
