import { sql } from 'kysely'
import { format } from '../../contract/money.ts'
import { userById } from '../account/users.ts'
import { continueBill } from '../bills/bills.ts'
import { lockCard } from '../cards/cards.ts'
import type { DisputeStanding } from '../cards/issuer.ts'
import type { Db } from '../database/database.ts'
import { changeDispute, type DisputeRow, isOver, lockDispute } from '../disputes/disputes.ts'
import { enqueue } from '../jobs/queue/outbox.ts'
import { tell } from '../messages/messages.ts'
import { dayIn } from '../zone.ts'

/** A step of a dispute in the trail of its purchase. */
export type DisputeStep =
  | 'disputeOpened'
  | 'disputeSent'
  | 'disputeEvidence'
  | 'disputeAnswered'
  | 'disputeLeaving'
  | 'disputeWon'
  | 'disputeLost'
  | 'disputeWithdrawn'
  | 'disputeRefused'

/** What the customer does themselves, or sees anyway, needs no message. */
const untold: readonly DisputeStep[] = ['disputeOpened', 'disputeAnswered', 'disputeLeaving']

/** A dispute as it is now, kept so until the transaction ends; its card is locked first, as everybody does. */
export async function lockDisputeAndCard(db: Db, disputeId: string): Promise<DisputeRow> {
  const { card_id } = await db
    .selectFrom('disputes')
    .select('card_id')
    .where('id', '=', disputeId)
    .executeTakeFirstOrThrow()
  await lockCard(db, card_id)
  return await lockDispute(db, disputeId)
}

/** Carries a dispute to where the issuer says it stands; what is older than we know, or comes after the end, is ignored. */
export async function followStanding(
  db: Db,
  row: DisputeRow,
  { issuerDisputeId, standing }: { issuerDisputeId: string; standing: DisputeStanding },
): Promise<void> {
  const { state, version, note, evidenceBy } = standing
  if (isOver(row)) return
  if (version <= row.issuer_version) {
    await changeDispute(db, row, { issuer_dispute_id: issuerDisputeId })
    return
  }
  const isWanted = state === 'evidence_wanted'
  const moved = await changeDispute(db, row, {
    issuer_dispute_id: issuerDisputeId,
    issuer_version: version,
    status: statusOf[state],
    note: isWanted ? note : null,
    evidence_by: isWanted ? evidenceBy : null,
  })
  const step = stepOf(row, state)
  if (step) await showStep(db, moved, step)
}

/** Writes a step into the trail of the purchase, and tells the customer of what they have not done themselves. */
export async function showStep(db: Db, row: DisputeRow, what: DisputeStep): Promise<void> {
  const amount = format(row.amount_minor, 'USD')
  const number = String(row.number)
  const by = row.evidence_by?.toISOString() ?? ''
  await continueBill(db, {
    billId: row.bill_id,
    step: {
      what,
      detail: { number, amount, currency: 'USD', ...(what === 'disputeEvidence' && by && { until: by }) },
    },
  })
  if (untold.includes(what)) return
  const { remark } = await db
    .selectFrom('bills')
    .select('remark')
    .where('id', '=', row.bill_id)
    .executeTakeFirstOrThrow()
  const { merchant = '' } = remark as Record<string, string>
  await tell(db, {
    userId: row.user_id,
    kind: 'feedback',
    noticeType: 'feedback',
    params: {
      state: what,
      number,
      amount,
      currency: 'USD',
      merchant,
      ...(what === 'disputeEvidence' && { date: await dayOf(db, row), note: row.note ?? '' }),
    },
    action: `/pages/feedback/feedback?dispute=${row.bill_id}`,
    eventKey: `dispute:${row.id}:${what}:${row.issuer_version}`,
  })
}

/** By when the issuer wants something more, by the clock of whoever is to send it; empty where it does not say. */
async function dayOf(db: Db, { user_id, evidence_by }: DisputeRow): Promise<string> {
  return evidence_by ? dayIn((await userById(db, user_id)).timezone, evidence_by) : ''
}

/** Takes a dispute back: at once while nobody has asked the issuer, else by the job. The caller has locked both. */
export async function leaveDispute(db: Db, row: DisputeRow): Promise<void> {
  if (row.tried_at === null) {
    return await showStep(db, await changeDispute(db, row, { status: 'withdrawn' }), 'disputeWithdrawn')
  }
  const leaving = await changeDispute(db, row, { withdraw_asked_at: sql<Date>`now()` })
  await showStep(db, leaving, 'disputeLeaving')
  // Without a key: a job for an earlier attempt may be there still, and be about to end.
  await enqueue(db, 'send-dispute', { disputeId: row.id })
}

const statusOf = {
  received: 'sent',
  evidence_wanted: 'evidence',
  won: 'won',
  lost: 'lost',
  withdrawn: 'withdrawn',
} as const satisfies Record<DisputeStanding['state'], DisputeRow['status']>

function stepOf({ status }: DisputeRow, state: DisputeStanding['state']): DisputeStep | null {
  switch (state) {
    case 'received':
      return status === 'opened' ? 'disputeSent' : status === 'evidence' ? 'disputeAnswered' : null
    case 'evidence_wanted':
      return 'disputeEvidence'
    case 'won':
      return 'disputeWon'
    case 'lost':
      return 'disputeLost'
    case 'withdrawn':
      return 'disputeWithdrawn'
  }
}
