import { sql } from 'kysely'
import { type Currency, scales } from '../../../contract/money.ts'
import { rootText, type Sum } from '../../../contract/proof-tree.ts'
import type { Db } from '../../database/database.ts'
import { PlainError } from '../../plain-error.ts'
import { leavesOf, nobodysLeaf, type ProofDay, sha256 } from './leaves.ts'
import { endOf, type Owed } from './owed.ts'
import { type Published, publishedOf } from './proofs.ts'
import { inOrder, topOf, unpacked } from './tree.ts'

/** What of a published day is not as the books have it now. */
export interface BrokenProof {
  rule: string
  /** The day with the currency, and the customer where one is concerned. */
  id: string
  expected: string
  found: string
}

/** The newest day that is published; null while none is. */
export async function latestProof(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select max(day) as day from proof_roots`.execute(db)
  return rows[0]?.day ?? null
}

/**
 * Reckons what was published of a day anew, by other means than it was made (every entry up to the end of the day, by its
 * time), and returns the first that is not so: a customer who was not counted with what the books say, a leaf that is nobody's,
 * a root or total that does not follow from the leaves. Null when all is as it was. Throws for a day that is not published.
 */
export async function firstBrokenProof(db: Db, day: string): Promise<BrokenProof | null> {
  const of = await db
    .selectFrom('proof_days')
    .select(['day', 'secret'])
    .where('day', '=', day)
    .executeTakeFirst()
  const roots = await publishedOf(db, [day])
  if (!of || roots.length === 0) throw new PlainError(`Nothing was published of ${day}.`)
  const owed = await owedByTime(db, day)
  for (const currency of Object.keys(scales) as Currency[]) {
    const published = roots.find(root => root.currency === currency)
    if (!published)
      return {
        rule: 'every currency is published',
        id: `${day} ${currency}`,
        expected: 'a root',
        found: 'none',
      }
    const wrong = await wrongTree(db, of, { published, owed: owed.filter(one => one.currency === currency) })
    if (wrong) return wrong
  }
  return null
}

async function owedByTime(db: Db, day: string): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    select owner_id as "ownerId", currency, sum(greatest(sum, 0))::bigint as "amountMinor"
    from (
      select a.id, a.owner_id, a.currency, sum(e.amount_minor) as sum
      from accounts a join entries e on e.account_id = a.id join transfers t on t.id = e.transfer_id
      where a.kind <> 'house' and t.created_at < ${endOf(day)} group by a.id
    ) a
    group by owner_id, currency having sum(greatest(sum, 0)) > 0 order by owner_id`.execute(db)
  return rows
}

async function wrongTree(
  db: Db,
  of: ProofDay,
  { published, owed }: { published: Published; owed: readonly Owed[] },
): Promise<BrokenProof | null> {
  const { day, currency } = published
  const id = `${day} ${currency}`
  const kept = await keptLeaves(db, { day, currency })
  const keptHashes = new Set(kept.map(textOf))
  for (const one of owed) {
    const missing = leavesOf(of, one).find(leaf => !keptHashes.has(textOf(leaf)))
    if (missing)
      return {
        rule: 'whoever is owed something is counted',
        id: `${id} ${one.ownerId}`,
        expected: `${one.amountMinor}`,
        found: 'not counted, or with another amount',
      }
  }
  const leaves = await inOrder(
    owed.flatMap(one => leavesOf(of, one)),
    number => nobodysLeaf(of, currency, number),
  )
  const own = new Set(leaves.map(textOf))
  const stranger = kept.find(leaf => !own.has(textOf(leaf)))
  if (stranger)
    return { rule: 'whoever is counted is owed it', id, expected: 'no such leaf', found: textOf(stranger) }
  const top = topOf(leaves)
  const root = sha256(rootText({ ...published, height: Math.log2(leaves.length) }, top))
  if (root === published.root && top.minor === published.totalMinor) return null
  const found = `${published.root} (${published.totalMinor})`
  return { rule: 'what is published follows from its leaves', id, expected: `${root} (${top.minor})`, found }
}

async function keptLeaves(db: Db, { day, currency }: { day: string; currency: string }): Promise<Sum[]> {
  const { rows } = await sql<{ leaves: Buffer }>`
    select leaves from proof_chunks where day = ${day}::text::date and currency = ${currency} order by number`.execute(
    db,
  )
  return rows.flatMap(({ leaves }) => unpacked(leaves))
}

function textOf({ hash, minor }: Sum): string {
  return `${hash} ${minor}`
}
