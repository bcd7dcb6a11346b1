import { type RawBuilder, sql } from 'kysely'
import { type Db, savepoint, transaction } from '../database/database.ts'

/**
 * Which life of the database this is, for people to read and compare. A restored backup, a copy, a promoted standby and one
 * that was turned back in time are other lives; a restart and a crash are not. Where PostgreSQL does not tell its system and
 * timeline to our role, each of its starts is a life: rather one too many. A snapshot of disks cannot be told from what it
 * was taken of.
 */
export async function lifeOf(db: Db): Promise<string> {
  return await transaction(db, async db => {
    const { tells, seesFiles } = await allowedTo(db)
    const whole = sql`'system ' || system_identifier || ' timeline ' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`
    // Copied files are as old as the copy, whatever else is said of them. The role of a production may rarely look.
    const files = sql`' files ' || extract(epoch from (pg_stat_file('PG_VERSION')).change)`
    const told = tells
      ? await askFor(db, sql`${seesFiles ? sql`${whole} || ${files}` : whole}`, sql`from pg_control_system()`)
      : null
    return (
      told ??
      ((await askFor(db, sql`'started ' || extract(epoch from pg_postmaster_start_time())`)) as string)
    )
  })
}

async function allowedTo(db: Db): Promise<{ tells: boolean; seesFiles: boolean }> {
  const may = (name: string) =>
    sql<boolean>`coalesce(has_function_privilege(to_regprocedure(${name}), 'execute'), false)`
  const { rows } = await sql<{ tells: boolean; seesFiles: boolean }>`
    select ${may('pg_control_system()')} and ${may('pg_walfile_name(pg_lsn)')} and ${may('pg_current_wal_lsn()')} as tells,
      ${may('pg_stat_file(text)')} as "seesFiles"`.execute(db)
  return rows[0] as { tells: boolean; seesFiles: boolean }
}

/** With the database's own number and that of the table: what is restored into the same server is made anew there. */
async function askFor(db: Db, what: RawBuilder<unknown>, from = sql``): Promise<string | null> {
  try {
    return await savepoint(db, async () => {
      const { rows } = await sql<{ life: string }>`
        select ${what} || ' database ' || (select oid from pg_database where datname = current_database())
          || ' table ' || 'chain_nonces'::regclass::oid as life ${from}`.execute(db)
      return rows[0]?.life ?? null
    })
  } catch (error) {
    // Some hosts name the function and do not carry it out.
    if ((error as { code?: unknown }).code === '0A000') return null
    throw error
  }
}
