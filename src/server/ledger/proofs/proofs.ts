import { sql } from 'kysely'
import type { Currency } from '../../../contract/money.ts'
import type { Commitment, Proof, Sum } from '../../../contract/proof-tree.ts'
import type { Db } from '../../database/database.ts'
import { leavesOf, type ProofDay, saltOf } from './leaves.ts'
import { type Owed, owedTo } from './owed.ts'
import { besideOf, unpacked } from './tree.ts'

/** What was published of one coin of a day. */
export type Published = Commitment & { currency: Currency }

/** A day that is published. */
export interface PublishedDay {
  day: string
  seal: string
  publishedAt: Date
}

/** Published days, newest first: one page of them, and how many there are. */
export async function publishedDays(
  db: Db,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ days: PublishedDay[]; total: number }> {
  const { rows: days } = await sql<PublishedDay>`
    select day, encode(seal, 'hex') as seal, made_at as "publishedAt" from proof_days p join ledger_days using (day)
    where exists (select from proof_roots r where r.day = p.day)
    order by day desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const { rows: counted } = await sql<{ total: bigint }>`
    select count(distinct day) as total from proof_roots`.execute(db)
  return { days, total: Number(counted[0]?.total ?? 0) }
}

/** What was published of these days: every currency of each, in the order of days and of their names. */
export async function publishedOf(db: Db, days: readonly string[]): Promise<Published[]> {
  const { rows } = await sql<Published>`
    select day, currency, encode(seal, 'hex') as seal, height, encode(root, 'hex') as root, total_minor as "totalMinor"
    from proof_roots join ledger_days using (day)
    where day = any (${days}::text[]::date[]) order by day desc, currency`.execute(db)
  return rows
}

/**
 * The proof that a customer was counted on a day, from the books and the leaves that were kept; without parts where they were
 * owed nothing, and where the books say something that was never counted (`isCounted` is false then). Null for a day that is
 * not published.
 */
export async function proofOf(
  db: Db,
  { ownerId, day, currency }: { ownerId: string; day: string; currency: Currency },
): Promise<{ proof: Proof; published: Published; isCounted: boolean } | null> {
  const published = (await publishedOf(db, [day])).find(root => root.currency === currency)
  if (!published) return null
  const of = await db
    .selectFrom('proof_days')
    .select(['day', 'secret'])
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  const found = (await owedTo(db, { day, ownerIds: [ownerId] })).find(owed => owed.currency === currency)
  const owed = found ?? { ownerId, currency, amountMinor: 0n }
  const parts = found ? await partsOf(db, of, owed) : []
  const proof = {
    day,
    currency,
    userId: ownerId,
    salt: saltOf(of, ownerId),
    amountMinor: `${owed.amountMinor}`,
    parts: parts ?? [],
  }
  return { proof, published, isCounted: parts !== null }
}

/** Null where one of the leaves that the books make is not among those that were kept. */
async function partsOf(db: Db, of: ProofDay, owed: Owed): Promise<Proof['parts'] | null> {
  const [day, currency] = [of.day, owed.currency]
  const tops = await topsOf(db, { day, currency })
  const parts: Proof['parts'] = []
  for (const { hash, minor } of leavesOf(of, owed)) {
    const chunk = await chunkWith(db, { day, currency, hash })
    const at = chunk?.leaves.findIndex(leaf => leaf.hash === hash && leaf.minor === minor) ?? -1
    if (!chunk || at < 0) return null
    const beside = [...besideOf(chunk.leaves, at), ...besideOf(tops, chunk.number)]
    parts.push({
      amountMinor: `${minor}`,
      place: chunk.number * chunk.leaves.length + at,
      beside: beside.map(sum => ({ hash: sum.hash, sumMinor: `${sum.minor}` })),
    })
  }
  return parts
}

interface TreeName {
  day: string
  currency: Currency
}

async function topsOf(db: Db, { day, currency }: TreeName): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select encode(top, 'hex') as hash, sum_minor as minor from proof_chunks
    where day = ${day}::text::date and currency = ${currency} order by number`.execute(db)
  return rows
}

async function chunkWith(
  db: Db,
  { day, currency, hash }: TreeName & { hash: string },
): Promise<{ number: number; leaves: Sum[] } | null> {
  const { rows } = await sql<{ number: number; leaves: Buffer }>`
    select number, leaves from proof_chunks
    where day = ${day}::text::date and currency = ${currency} and first <= decode(${hash}, 'hex')
    order by number desc limit 1`.execute(db)
  const [row] = rows
  return row ? { number: row.number, leaves: unpacked(row.leaves) } : null
}
