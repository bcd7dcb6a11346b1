import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '../database/tables.ts'

/**
 * One page of these rows, in their order, and how many there are of them. Counted last: a row that arrives in between
 * may be counted without being seen, and whoever turns the page finds it; the other way round it would push the oldest
 * row of the page out while the count says that nothing follows.
 */
export async function pageOf<Table extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ list: Row[]; total: number }> {
  const list = await rows
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await rows
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return { list, total: Number(total) }
}
