import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Rows of one kind by id. */
export interface Table<Row> {
  get(id: string): Row | undefined
  all(): Row[]
  entries(): [string, Row][]
  put(id: string, row: Row): void
  drop(id: string): void
  /** Drops the oldest, so that no more than `count` are left. */
  keepNewest(count: number): void
}

/** What a part of the sandbox remembers. A change is on disk before the call that made it returns. */
export interface Store {
  table<Row>(name: string): Table<Row>
  /** All changes of `work` are kept together, or none: a throw takes them back. */
  write<T>(work: () => T): T
  close(): void
}

type Change = [table: string, id: string, row?: unknown]
type Tables = Map<string, Map<string, unknown>>

const compactAfterBytes = 8_000_000

/** Opens a store: one line of JSON per write, read back from the start; a torn last line never happened. */
export function openStore(file: string): Store {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const tables = existsSync(file) ? read(file) : new Map()
  let log = rewrite(file, tables)
  let appendedBytes = 0
  let open: { changes: Change[]; undo: Change[] } | null = null

  function change([name, id, row]: Change): void {
    if (!open) {
      write(() => change([name, id, row]))
      return
    }
    const rows = rowsOf(tables, name)
    const before = rows.get(id)
    if (before === undefined && row === undefined) return
    open.undo.push(before === undefined ? [name, id] : [name, id, before])
    open.changes.push(row === undefined ? [name, id] : [name, id, row])
    apply(rows, id, row)
  }

  function write<T>(work: () => T): T {
    if (open) return work()
    const batch = { changes: [] as Change[], undo: [] as Change[] }
    open = batch
    try {
      const result = work()
      if (batch.changes.length > 0) append(`${JSON.stringify(batch.changes)}\n`)
      return result
    } catch (error) {
      for (const [name, id, row] of batch.undo.reverse()) apply(rowsOf(tables, name), id, row)
      throw error
    } finally {
      open = null
    }
  }

  function append(line: string) {
    writeSync(log, line)
    fdatasyncSync(log)
    appendedBytes += line.length
    if (appendedBytes < compactAfterBytes) return
    closeSync(log)
    log = rewrite(file, tables)
    appendedBytes = 0
  }

  return {
    table: <Row>(name: string): Table<Row> => {
      const rows = rowsOf(tables, name) as Map<string, Row>
      return {
        get: id => rows.get(id),
        all: () => [...rows.values()],
        entries: () => [...rows],
        put: (id, row) => change([name, id, row]),
        drop: id => change([name, id]),
        keepNewest(count) {
          for (const id of [...rows.keys()].slice(0, -count)) change([name, id])
        },
      }
    },
    write,
    close: () => closeSync(log),
  }
}

function read(file: string): Tables {
  const tables: Tables = new Map()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue
    let changes: Change[]
    try {
      changes = JSON.parse(line) as Change[]
    } catch {
      break
    }
    for (const [name, id, row] of changes) apply(rowsOf(tables, name), id, row)
  }
  return tables
}

function rewrite(file: string, tables: Tables): number {
  const next = `${file}.next`
  const log = openSync(next, 'w', 0o600)
  for (const [name, rows] of tables) {
    for (const [id, row] of rows) writeSync(log, `${JSON.stringify([[name, id, row]])}\n`)
  }
  fdatasyncSync(log)
  renameSync(next, file)
  return log
}

function rowsOf(tables: Tables, name: string): Map<string, unknown> {
  const rows = tables.get(name) ?? new Map<string, unknown>()
  tables.set(name, rows)
  return rows
}

function apply(rows: Map<string, unknown>, id: string, row: unknown) {
  if (row === undefined) rows.delete(id)
  else rows.set(id, row)
}
