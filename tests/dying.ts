import type { KyselyPlugin } from 'kysely'
import type { Db } from '../src/server/database.ts'

/** The database as a process sees it that dies before its `n`-th query. */
export function dyingAt(db: Db, n: number): { db: Db; hasDied: () => boolean } {
  let queries = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      queries += 1
      if (queries >= n) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), hasDied: () => queries >= n }
}
