import assert from 'node:assert/strict'
import { type KyselyProps, PostgresDialect, Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Lets the statements of a transaction be sent without waiting for each other's answers: they are carried out in the
 * order in which they are sent, and an answer costs no way of its own. Rejects with the first fault, once nothing is
 * under way any more; the transaction is lost then, and what would still be sent is not: nothing would undo it.
 */
export async function pipelined<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  assert(db.isTransaction, 'a pipeline is part of a transaction')
  const executor = db.getExecutor()
  return await executor.provideConnection(async connection => {
    const underWay = new Set<Promise<unknown>>()
    const faults: unknown[] = []
    let isOver = false
    const open = executor.withConnectionProvider({
      async provideConnection(use) {
        if (isOver) throw new Error('the pipeline is over')
        const used = use(connection)
        underWay.add(used)
        used.catch(fault => faults.push(fault))
        return await used.finally(() => underWay.delete(used))
      },
    })
    try {
      return await work(new Transaction<Tables>({ ...unused, executor: open }))
    } catch (error) {
      throw isConsequence(error) ? faults[0] : error
    } finally {
      isOver = true
      await Promise.allSettled(underWay)
    }
  })
}

/** What is sent after a fault fails as well (25P02), and may be heard of before it. */
function isConsequence(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '25P02'
}

/** What a transaction of Kysely has besides, for connections of its own. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
})
const unused: Omit<KyselyProps, 'executor'> = { config: { dialect }, dialect, driver: dialect.createDriver() }
