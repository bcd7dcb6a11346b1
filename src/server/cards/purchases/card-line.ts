import { type RawBuilder, sql } from 'kysely'

/** A card and the lost ones that it stands in for, one after another: to its owner, one that goes on. Ids, as a subselect. */
export function lineOf(cardId: string): RawBuilder<string> {
  return sql<string>`(
    with recursive line as (
      select id, stands_in_for from cards where id = ${cardId}
      union select earlier.id, earlier.stands_in_for from cards earlier join line on earlier.id = line.stands_in_for
    )
    select id from line
  )`
}
