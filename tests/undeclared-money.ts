import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { everyCall } from '../src/contract/index.ts'
import type { Db } from '../src/server/database.ts'

/** The functions of the database that move money (`src/server/ledger`). */
const moving = /\b(post_transfers|open_hold|increase_hold|capture_hold|release_hold)\(/
const declared = new Set(everyCall().flatMap(({ call }) => (call.movesMoney ? [call.path] : [])))

/** Looks at what calls do to the ledger. */
export interface MoneyWatch {
  /** The database with everything that it is asked seen. */
  db: Db
  /** Has each request known to be under way while it is. */
  follow(http: FastifyInstance): void
  /** Calls that moved money although the contract says that they move none. */
  found: Set<string>
}

/** Begins to look. What happens outside of a call (jobs, hooks, the test itself) is nobody's. */
export function watchMoney(db: Db): MoneyWatch {
  const underWay = new AsyncLocalStorage<string>()
  const found = new Set<string>()
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const path = underWay.getStore()
      if (path && node.kind === 'RawNode' && moving.test(node.sqlFragments.join(''))) found.add(path)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    db: db.withPlugin(plugin),
    follow(http) {
      http.addHook('onRequest', (request, _reply, done) => {
        const path = request.routeOptions.url
        if (!path?.startsWith('/api/') || declared.has(path)) return done()
        underWay.run(path, done)
      })
    },
    found,
  }
}
