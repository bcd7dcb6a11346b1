import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin, Transaction, TransactionBuilder } from 'kysely'
import type { Db } from '../src/server/database.ts'
import type { Tables } from '../src/server/tables.ts'

/** Looks for what asks for a second connection while its own transaction holds one. */
export interface ConnectionWatch {
  /** The database with everything that it is asked seen. */
  db: Db
  /** Where the server does so. */
  found: Set<string>
}

/**
 * Begins to look. When every connection is held by somebody who waits for one more, nobody goes on: what a transaction
 * asks, it asks within. Transactions that a test begins hold what the server meets, and are its own matter.
 */
export function watchConnections(db: Db): ConnectionWatch {
  const inside = new AsyncLocalStorage<true>()
  const found = new Set<string>()
  const look = () => {
    const asker = inside.getStore() ? askerNow() : ''
    if (asker.startsWith('src/server/')) found.add(asker)
  }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      look()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const watched = db.withPlugin(plugin)
  watched.transaction = () => {
    look()
    return askerNow().startsWith('src/server/') ? marked(db.transaction(), inside) : db.transaction()
  }
  return { db: watched, found }
}

/** The line of ours that asks the database, below the means to do so. */
function askerNow(): string {
  const lines = (new Error().stack ?? '').matchAll(/\b((?:src|tests)\/[^):\s]+:\d+)/g)
  const means = /^(tests\/(second-connection|undeclared-money)|src\/server\/database)\.ts/
  return [...lines].map(([, line]) => line as string).find(line => !means.test(line)) ?? ''
}

/** A transaction whose work is known to be inside of it. */
function marked(
  builder: TransactionBuilder<Tables>,
  inside: AsyncLocalStorage<true>,
): TransactionBuilder<Tables> {
  return Object.assign(Object.create(builder), {
    execute: <T>(work: (db: Transaction<Tables>) => Promise<T>) =>
      builder.execute(db => inside.run(true, () => work(db))),
    setAccessMode: (mode: Parameters<typeof builder.setAccessMode>[0]) =>
      marked(builder.setAccessMode(mode), inside),
    setIsolationLevel: (level: Parameters<typeof builder.setIsolationLevel>[0]) =>
      marked(builder.setIsolationLevel(level), inside),
  })
}
