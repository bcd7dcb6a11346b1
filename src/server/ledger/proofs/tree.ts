import { setImmediate as breath } from 'node:timers/promises'
import { nodeText, type Sum } from '../../../contract/proof-tree.ts'
import { sha256 } from './leaves.ts'

/** Leaves that are kept in one row: what is hashed without a pause, and read for one proof. */
export const chunkMax = 1024
const hashBytes = 32
const leafBytes = 40

/** All nodes of a tree, level by level from its leaves to its top. There are as many leaves as a power of two. */
function levelsOf(leaves: readonly Sum[]): Sum[][] {
  const levels: Sum[][] = [[...leaves]]
  for (let level = levels[0] as Sum[]; level.length > 1; ) {
    const above: Sum[] = []
    for (let place = 0; place < level.length; place += 2)
      above.push(nodeOver(level[place] as Sum, level[place + 1] as Sum))
    levels.push(above)
    level = above
  }
  return levels
}

function nodeOver(left: Sum, right: Sum): Sum {
  return { hash: sha256(nodeText(left, right)), minor: left.minor + right.minor }
}

/** The one node above all. */
export function topOf(leaves: readonly Sum[]): Sum {
  return levelsOf(leaves).at(-1)?.[0] as Sum
}

/** What stands beside a place on the way up, lowest first. */
export function besideOf(leaves: readonly Sum[], place: number): Sum[] {
  return levelsOf(leaves)
    .slice(0, -1)
    .map((level, height) => level[Math.floor(place / 2 ** height) ^ 1] as Sum)
}

/**
 * In the order of their hashes, filled up to a power of two by `nobody`, and of one at least. Others have their turn
 * meanwhile: by the first byte of their hashes a hundred thousand are sorted in small parts.
 */
export async function inOrder(leaves: readonly Sum[], nobody: (number: number) => Sum): Promise<Sum[]> {
  const size = 2 ** Math.ceil(Math.log2(Math.max(leaves.length, 1)))
  const byFirst = Array.from({ length: 256 }, () => [] as Sum[])
  for (let number = 0; number < size; number++) {
    const leaf = leaves[number] ?? nobody(number)
    byFirst[Number.parseInt(leaf.hash.slice(0, 2), 16)]?.push(leaf)
    if (number % chunkMax === 0) await breath()
  }
  const ordered: Sum[] = []
  for (const some of byFirst) {
    ordered.push(...some.sort((a, b) => (a.hash < b.hash ? -1 : 1)))
    await breath()
  }
  return ordered
}

/** Leaves as a row keeps them: 32 bytes of hash and 8 of the amount each. */
export function packed(leaves: readonly Sum[]): Buffer {
  const bytes = Buffer.alloc(leaves.length * leafBytes)
  for (const [index, { hash, minor }] of leaves.entries()) {
    bytes.write(hash, index * leafBytes, 'hex')
    bytes.writeBigUInt64BE(minor, index * leafBytes + hashBytes)
  }
  return bytes
}

/** What `packed` was given. */
export function unpacked(bytes: Buffer): Sum[] {
  return Array.from({ length: bytes.length / leafBytes }, (_, index) => {
    const at = index * leafBytes
    return {
      hash: bytes.toString('hex', at, at + hashBytes),
      minor: bytes.readBigUInt64BE(at + hashBytes),
    }
  })
}
