import { type RawBuilder, sql } from 'kysely'

/** Somebody by what is known of them; without their address once that is free for others. */
export type Person = { id: string; email: string | null }

/** A table that knows something of a person: what their export shows of it, and what a deletion does to it. */
export interface PersonalTable {
  table: string
  /** Which rows are theirs; those with their `user_id` by default. */
  whose?: (person: Person) => RawBuilder<unknown>
  /** Columns of the export, under the names of the table; none where only keys and counters of ours are in it. */
  shows: readonly string[]
  /** What amounts of the table are in, where no column says it. */
  currency?: 'USD' | 'USDT'
  /** Rows go; stay as they are, since the books or the law need them and no name is in them; or stay with these columns emptied. */
  goes: 'rows' | 'nothing' | Record<string, RawBuilder<unknown>>
}

/** A reason of ours, as a pattern. Anything else was written by a person at the issuer. */
export const reasonOfOurs = '^[a-z0-9_]+$'

/** A column that is emptied. */
export const gone = sql`null`

/** The rows of a person in one of the tables. */
export function rowsOf({ whose }: PersonalTable, person: Person): RawBuilder<unknown> {
  return whose ? whose(person) : sql`user_id = ${person.id}`
}
