import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { secondNode } from '../two-nodes.ts'
import { startWorld, type TestWorld } from '../world.ts'

// Two nodes of one database, and what is sent to both at once.

export let tested: TestWorld
let nodes: FastifyInstance[]
let second: Awaited<ReturnType<typeof secondNode>>

/** Opens two nodes of one database: once for a file, before its tests. */
export async function begin() {
  tested = await startWorld()
  second = await secondNode(tested.world)
  nodes = [tested.http, second.http]
}

/** Closes both, after its tests. */
export async function end() {
  await second.close()
  await tested.close()
}

/** Sends every second one to the other node, all at once, each from a network of its own or all from `here`. */
export async function storm(path: string, payloads: object[], token?: string, here?: string) {
  return await Promise.all(
    payloads.map(async (payload, index) => {
      const node = nodes[index % 2] as FastifyInstance
      const headers = token ? { 'x-access-token': token } : {}
      const remoteAddress = here ?? `192.0.2.${index % 200}`
      const response = await node.inject({ method: 'POST', url: path, payload, headers, remoteAddress })
      return { status: response.statusCode, ...(response.json() as { code?: number; data?: unknown }) }
    }),
  )
}

export const countOf = async (table: 'users' | 'accounts' | 'email_codes') => {
  const { rows } = await sql<{ count: bigint }>`select count(*) from ${sql.table(table)}`.execute(
    tested.world.db,
  )
  return Number(rows[0]?.count)
}
