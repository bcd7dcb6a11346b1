import { sql } from 'kysely'

/** After how many of these instants, which follow each other, a row was made: 1 is the first one's. */
export function placeAmong(begins: readonly Date[]) {
  return sql<number>`width_bucket(created_at, ${begins.map(at => at.toISOString())}::timestamptz[])`
}
