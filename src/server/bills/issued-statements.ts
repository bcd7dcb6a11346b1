import { hash } from 'node:crypto'
import type { Db } from '../database/database.ts'
import type { IssuedStatementTable } from './tables.ts'

/** What is remembered of a statement that was handed out: nothing of whose it is. */
type IssuedStatement = Pick<
  IssuedStatementTable,
  'code' | 'kind' | 'starts_at' | 'ends_at' | 'timezone' | 'issued_at'
>

/** Remembers a file under the code that is printed on it: before it is handed out, or it could not be checked. */
export async function rememberIssued(
  db: Db,
  { file, ...issued }: IssuedStatement & { file: Buffer },
): Promise<void> {
  await db
    .insertInto('issued_statements')
    .values({ ...issued, sha256: hash('sha256', file, 'buffer') })
    .execute()
}

/** What was issued under a code; null for one that was never given. */
export async function issuedUnder(db: Db, code: Buffer): Promise<IssuedStatementTable | null> {
  const row = await db.selectFrom('issued_statements').selectAll().where('code', '=', code).executeTakeFirst()
  return row ?? null
}
