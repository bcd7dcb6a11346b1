import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Currency, scales } from '../../../contract/money.ts'
import { rootText, type Sum } from '../../../contract/proof-tree.ts'
import type { Db } from '../../database/database.ts'
import { leavesOf, nobodysLeaf, type ProofDay, sha256 } from './leaves.ts'
import { everybodyOwed } from './owed.ts'
import { chunkMax, inOrder, packed, topOf } from './tree.ts'

/** What was published of one coin. */
export interface PublishedRoot {
  day: string
  currency: Currency
  root: string
  totalMinor: bigint
}

/** Days at most of one round. */
const daysMax = 7

/**
 * Publishes what customers are owed at the end of each sealed day of which it is not published yet, oldest first: from the
 * newest seal on where nothing was published before, so that books of many years begin now. Returns what was published now.
 * It may end anywhere and be done again, by several nodes at once: a day's secret is drawn once, and all else follows from it.
 */
export async function proveDays(db: Db, { batch = 1_000 } = {}): Promise<PublishedRoot[]> {
  const published: PublishedRoot[] = []
  for (const { day, seal } of await unprovenDays(db)) {
    const of = { day, secret: await secretOf(db, day) }
    const leavesByCurrency = await everyLeaf(db, of, batch)
    const roots: KeptRoot[] = []
    for (const [currency, leaves] of leavesByCurrency) {
      const { height, top } = await keepTree(db, of, { currency, leaves })
      roots.push({
        currency,
        height,
        root: sha256(rootText({ day, seal, currency, height }, top)),
        totalMinor: top.minor,
      })
    }
    if (await publish(db, day, roots)) published.push(...roots.map(root => ({ day, ...root })))
  }
  return published
}

interface KeptRoot extends Omit<PublishedRoot, 'day'> {
  height: number
}

async function unprovenDays(db: Db): Promise<{ day: string; seal: string }[]> {
  const { rows } = await sql<{ day: string; seal: string }>`
    select d.day, encode(d.seal, 'hex') as seal from ledger_days d
    where d.seal is not null and not exists (select from proof_roots r where r.day = d.day)
      and d.day >= coalesce(
        (select min(day) from proof_days), (select max(day) from ledger_days where seal is not null)
      )
    order by d.day limit ${daysMax}`.execute(db)
  return rows
}

async function secretOf(db: Db, day: string): Promise<Buffer> {
  await db
    .insertInto('proof_days')
    .values({ day, secret: randomBytes(32) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { secret } = await db
    .selectFrom('proof_days')
    .select('secret')
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return secret
}

/** Of every currency the books know, those that nobody is owed too. */
async function everyLeaf(db: Db, of: ProofDay, batch: number): Promise<Map<Currency, Sum[]>> {
  const leaves = new Map(Object.keys(scales).map(currency => [currency as Currency, [] as Sum[]]))
  for await (const owed of everybodyOwed(db, { day: of.day, batch }))
    leaves.get(owed.currency)?.push(...leavesOf(of, owed))
  return leaves
}

/** Keeps a tree part by part, each in a commit of its own: nobody waits for all of it. */
async function keepTree(
  db: Db,
  of: ProofDay,
  { currency, leaves }: { currency: Currency; leaves: readonly Sum[] },
): Promise<{ height: number; top: Sum }> {
  const ordered = await inOrder(leaves, number => nobodysLeaf(of, currency, number))
  const tops: Sum[] = []
  for (let from = 0; from < ordered.length; from += chunkMax) {
    const chunk = ordered.slice(from, from + chunkMax)
    const top = topOf(chunk)
    tops.push(top)
    await keepChunk(db, { day: of.day, currency, number: tops.length - 1, leaves: chunk, top })
  }
  return { height: Math.log2(ordered.length), top: topOf(tops) }
}

/** The same chunk may be there from a round that was cut off; another one cannot be, or the books of a sealed day have changed. */
async function keepChunk(
  db: Db,
  {
    day,
    currency,
    number,
    leaves,
    top,
  }: { day: string; currency: Currency; number: number; leaves: Sum[]; top: Sum },
): Promise<void> {
  const chunk = {
    first: Buffer.from(leaves[0]?.hash ?? '', 'hex'),
    leaves: packed(leaves),
    top: Buffer.from(top.hash, 'hex'),
    sum_minor: top.minor,
  }
  await db
    .insertInto('proof_chunks')
    .values({ day, currency, number, ...chunk })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const kept = await db
    .selectFrom('proof_chunks')
    .select('top')
    .where('day', '=', day)
    .where('currency', '=', currency)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  if (!kept.top.equals(chunk.top))
    throw new Error(`the books of ${day} are not what they were when proofs of it were begun`)
}

/** True for the one node that has published them. */
async function publish(db: Db, day: string, roots: readonly KeptRoot[]): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('proof_roots')
    .values(
      roots.map(({ currency, height, root, totalMinor }) => ({
        day,
        currency,
        height,
        root: Buffer.from(root, 'hex'),
        total_minor: totalMinor,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0) > 0
}
