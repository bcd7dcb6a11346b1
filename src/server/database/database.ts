import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** The database, or a transaction on it: a function that takes a `Db` works in whatever it is given. */
export type Db = Kysely<Tables>

/** How to open the database. */
export interface DatabaseOptions {
  url: string
  /** Connections at most. */
  max?: number
  /** How long one statement may take, a lock or a free connection a little less; 0 is for ever, for operators' long reads. */
  statementTimeoutMs?: number
  /** Told of connections that broke while idle; the next query opens a new one. Not told while the database is closed. */
  onIdleFault?: (error: Error) => void
}

/**
 * Opens the database. No query waits for ever: connecting, locks, statements and answers all have a limit, and the
 * limit on this side is a little later than the server's, so that only a silent network is met by it.
 * `destroy()` on the result closes it.
 */
export function openDatabase({
  url,
  max = 10,
  statementTimeoutMs = 2500,
  onIdleFault = () => {},
}: DatabaseOptions): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'glaze',
    connectionTimeoutMillis: Math.ceil(statementTimeoutMs * 0.8) || 2000,
    query_timeout: statementTimeoutMs && statementTimeoutMs + 500,
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.ceil(statementTimeoutMs * 0.8),
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    pipeline: true,
    options: '-c timezone=UTC',
    types: { getTypeParser },
  })
  // With the fault comes the whole connection, and every text that was asked there: its words are enough.
  pool.on('error', ({ message }) => pool.ending || onIdleFault(new Error(message)))
  return new Kysely<Tables>({ dialect: new EagerDialect({ pool: discardingSilent(pool) }) })
}

class EagerDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new EagerDriver(this.#config)
  }
}

/** Sends `begin` and what comes first together; whether it began is asked before anything is committed. */
class EagerDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>()

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const begun = super.beginTransaction(connection, settings)
    begun.catch(() => {})
    this.#begun.set(connection, begun)
  }

  override async commitTransaction(connection: DatabaseConnection) {
    await this.#begun.get(connection)
    await super.commitTransaction(connection)
  }
}

/**
 * Runs `work` in one transaction and commits it. Deadlocks and serialization failures start it again, so `work` must
 * have no effect outside the database. Inside a transaction it joins that one: the outermost call commits.
 */
export async function transaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return await retrying(db, () => (db.isTransaction ? work(db) : db.transaction().execute(work)))
}

/**
 * Runs `work` so that its failure undoes what it did and nothing else: the transaction it is part of goes on. Rejects
 * with what `work` rejects with.
 */
export async function savepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  assert(db.isTransaction, 'a savepoint is part of a transaction')
  await sql`savepoint attempt`.execute(db)
  try {
    const done = await work()
    await sql`release savepoint attempt`.execute(db)
    return done
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(db)
    await sql`release savepoint attempt`.execute(db)
    throw error
  }
}

const preparedMark = '/* prepared */'

/**
 * Begins a statement that is parsed once for each connection instead of each time. Only for fixed texts whose plan does
 * not depend on how full a table is (calls of functions, plain inserts), and that name what they give: a plan that is
 * kept may neither have been made for an empty table nor give other columns than it did.
 */
export const prepared = sql.raw(preparedMark)

/** Starts `work` again while the database undoes it for the sake of others; inside a transaction its outermost call does. */
export async function retrying<T>(db: Db, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (db.isTransaction || attempt === 8 || !isConflict(error)) throw error
      await sleep(Math.random() * 5 * 2 ** attempt)
    }
  }
}

/** True when the database undid a transaction only because of others at the same time: it may run again. */
function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error))
}

/** True when the same may well work a moment later: others were in the way, time ran out, or nobody answered. */
export function isPassing(error: unknown): boolean {
  return isConflict(error) || isConnectionFault(error) || /^(53...|55P03|57014)$/.test(codeOf(error))
}

/** True when a unique constraint (of this name, if given) refused a row. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false
  return constraint === undefined || (error as { constraint?: string }).constraint === constraint
}

/** True when the check of this name refused a row. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  return codeOf(error) === '23514' && (error as { constraint?: string }).constraint === constraint
}

/**
 * True when the database could not be asked or did not answer. What was asked may have happened all the same: try
 * again only what an idempotency key protects.
 */
export function isConnectionFault(error: unknown): boolean {
  const code = codeOf(error)
  if (/^(08...|57P0[1-5]|25006|53300|E[A-Z]+)$/.test(code)) return true
  const text = error instanceof Error ? error.message : ''
  return /^(Query read timeout|Connection terminated|timeout exceeded when trying to connect|Client has encountered)/.test(
    text,
  )
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

const int8 = 20
const int8Array = 1016
const date = 1082

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === int8) return BigInt
  if (oid === date) return String
  const parse = pg.types.getTypeParser(oid, format as 'text')
  if (oid === int8Array) return (text: string) => parse(text).map(BigInt)
  return parse
}

const names = new Map<string, string>()

/** The name of a statement that begins with `prepared`; other statements have none. */
function nameOf(text: string): string | undefined {
  if (!text.startsWith(preparedMark)) return undefined
  const name = names.get(text) ?? `prepared_${names.size}`
  names.set(text, name)
  return name
}

/**
 * The pool as Kysely sees it. A connection whose answer never came is thrown away: given back to the pool, it would
 * make everyone after it wait as long.
 */
function discardingSilent(pool: pg.Pool): PostgresPool {
  const seen = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function watched(client: pg.PoolClient): PostgresPoolClient {
    let isSilent = false
    // The pool hears of idle ones only, and a fault that nobody hears ends the process.
    client.on('error', () => {})
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    const query = async (text: string, values: unknown[]) => {
      // What is sent in one turn of the event loop leaves in one packet: every other one would wake the database again.
      stream.cork()
      process.nextTick(() => stream.uncork())
      try {
        return await client.query({ name: nameOf(text), text, values } as pg.QueryConfig)
      } catch (error) {
        isSilent ||= isConnectionFault(error)
        throw error
      }
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: isDiscarded => client.release(isDiscarded || isSilent),
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = seen.get(client) ?? watched(client)
      seen.set(client, known)
      return known
    },
  }
}
