import { sql } from 'kysely'
import { followStanding, lockDisputeAndCard, showStep } from '../across/dispute-books.ts'
import type { DisputeStanding, IssuerAnswer } from '../cards/issuer.ts'
import { type Db, transaction } from '../database/database.ts'
import { changeDispute, type DisputeRow, isOver } from '../disputes/disputes.ts'
import { picturesOfDispute } from '../feedback/pictures.ts'
import type { World } from '../world.ts'
import { Later } from './queue/runner.ts'

const againMs = 5000

/**
 * Brings a dispute to the issuer and keeps it up to date there: opens it, sends what was said and not sent yet, and takes
 * it back when the customer wants that. Everything carries a key of its own, so that what was not heard is asked again and
 * done once; only a plain no is a no.
 */
export async function sendDispute(world: World, { disputeId }: { disputeId: string }): Promise<void> {
  const begun = await transaction(world.db, db => begin(db, disputeId))
  if (!begun) return
  const issuerDisputeId = begun.issuer_dispute_id ?? (await open(world, begun))
  if (!issuerDisputeId) return
  await sendLines(world, { disputeId, issuerDisputeId })
  await takeBack(world, { disputeId, issuerDisputeId })
}

/** Null when there is nothing to do. Before the first question it is noted that the issuer may know from now on. */
async function begin(db: Db, disputeId: string): Promise<DisputeRow | null> {
  const row = await lockDisputeAndCard(db, disputeId)
  if (isOver(row)) return null
  return row.tried_at ? row : await changeDispute(db, row, { tried_at: sql<Date>`now()` })
}

/** The issuer's id of it; null when the issuer does not take it, which ends it. */
async function open({ db, issuer }: World, row: DisputeRow): Promise<string | null> {
  const { issuer_card_id } = await db
    .selectFrom('cards')
    .select('issuer_card_id')
    .where('id', '=', row.card_id)
    .executeTakeFirstOrThrow()
  const answer = await issuer.openDispute({
    reference: row.id,
    issuerCardId: issuer_card_id,
    threadId: row.thread_id,
    amountMinor: row.amount_minor,
    reason: row.reason,
  })
  if (answer.outcome === 'unknown') throw new Later(againMs)
  return await transaction(db, async db => {
    const now = await lockDisputeAndCard(db, row.id)
    if (answer.outcome === 'done') {
      await followStanding(db, now, answer)
      return answer.issuerDisputeId
    }
    if (!isOver(now))
      await showStep(db, await changeDispute(db, now, { status: 'refused' }), 'disputeRefused')
    return null
  })
}

interface Sent {
  disputeId: string
  issuerDisputeId: string
}

/** In the order they were said; one that the issuer no longer takes is marked so. */
async function sendLines(world: World, { disputeId, issuerDisputeId }: Sent): Promise<void> {
  const waiting = await world.db
    .selectFrom('dispute_lines')
    .select(['id', 'text'])
    .where('dispute_id', '=', disputeId)
    .where('status', '=', 'waiting')
    .orderBy('id')
    .execute()
  for (const { id, text } of waiting) {
    const pictures = await picturesOfDispute(world, id)
    const answer = await world.issuer.addEvidence({ reference: id, issuerDisputeId, text, pictures })
    await heard(world, { disputeId, issuerDisputeId }, answer, async (db, isYes) => {
      const status = isYes ? 'sent' : 'refused'
      // What another run has heard of it stands.
      const line = db.updateTable('dispute_lines').set({ status }).where('id', '=', id)
      await line.where('status', '=', 'waiting').execute()
    })
  }
}

/** Where the issuer has decided already, its event says how it ended. */
async function takeBack(world: World, { disputeId, issuerDisputeId }: Sent): Promise<void> {
  const { withdraw_asked_at, ended_at } = await world.db
    .selectFrom('disputes')
    .select(['withdraw_asked_at', 'ended_at'])
    .where('id', '=', disputeId)
    .executeTakeFirstOrThrow()
  if (!withdraw_asked_at || ended_at) return
  const answer = await world.issuer.withdrawDispute({ issuerDisputeId })
  await heard(world, { disputeId, issuerDisputeId }, answer, async (db, isYes) => {
    if (!isYes) await changeDispute(db, { id: disputeId }, { withdraw_asked_at: null })
  })
}

/** Keeps an answer and what it says of the dispute in one commit; silence is asked about again. */
async function heard(
  { db }: World,
  { disputeId, issuerDisputeId }: Sent,
  answer: IssuerAnswer<{ standing: DisputeStanding }>,
  keep: (db: Db, isYes: boolean) => Promise<void>,
): Promise<void> {
  if (answer.outcome === 'unknown') throw new Later(againMs)
  await transaction(db, async db => {
    const row = await lockDisputeAndCard(db, disputeId)
    await keep(db, answer.outcome === 'done')
    if (answer.outcome === 'done') await followStanding(db, row, { issuerDisputeId, ...answer })
  })
}
