import type { World } from '../src/server/world.ts'
import { openPatiently, type TestDatabase, testDatabase, urlOf } from './postgres.ts'
import { type Node, worldOn } from './world.ts'

/** Two nodes of the server on one database. */
export interface TwoNodes {
  nodes: [Node, Node]
  database: TestDatabase
  close: () => Promise<void>
}

/** Starts two on a fresh database. */
export async function twoNodes(): Promise<TwoNodes> {
  const database = await testDatabase()
  const first = await worldOn(database.db)
  const second = await worldOn(openPatiently({ url: database.url }))
  const close = async () => {
    await first.http.close()
    await closeNode(second)
    await database.close()
  }
  return { nodes: [first, second], database, close }
}

/** One more node on the database of a world. */
export async function secondNode({ db }: World): Promise<Node & { close: () => Promise<void> }> {
  const node = await worldOn(openPatiently({ url: await urlOf(db) }))
  return { ...node, close: () => closeNode(node) }
}

async function closeNode({ world, http }: Node) {
  await http.close()
  await world.db.destroy()
}
