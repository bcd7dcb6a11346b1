import type { Dispute } from '../../contract/dispute.ts'
import { format } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { pageOf } from '../http/page-of.ts'
import { Denied } from '../http/refused.ts'
import type { DisputeRow } from './disputes.ts'

/** One dispute of the customer's own with its lines; a foreign one is denied like one that nobody has. */
export async function ownDispute(
  db: Db,
  { userId, disputeId }: { userId: string; disputeId: string },
): Promise<Dispute> {
  const row = await rowsOf(db, userId).where('disputes.id', '=', disputeId).executeTakeFirst()
  if (!row) throw new Denied()
  return await withLines(db, row)
}

/** The newest dispute of a purchase; null when there was none. */
export async function newestDispute(
  db: Db,
  { userId, billId }: { userId: string; billId: string },
): Promise<Dispute | null> {
  const row = await rowsOf(db, userId)
    .where('bill_id', '=', billId)
    .orderBy('disputes.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? await withLines(db, row) : null
}

/** One page of a customer's disputes, newest first. */
export async function disputesOf(
  db: Db,
  { userId, page, pageSize }: { userId: string; page: number; pageSize: number },
) {
  const { list, total } = await pageOf(rowsOf(db, userId).orderBy('disputes.id', 'desc'), { page, pageSize })
  return { list: list.map(shown), total, page, pageSize }
}

type Read = DisputeRow & {
  account: string
  remark: Record<string, string>
  steps: { what: string; at: string; detail: Record<string, string> }[]
}

function rowsOf(db: Db, userId: string) {
  return db
    .selectFrom('disputes')
    .innerJoin('bills', 'bills.id', 'bill_id')
    .selectAll('disputes')
    .select(['bills.account', 'bills.remark', 'bills.steps'])
    .where('disputes.user_id', '=', userId)
}

async function withLines(db: Db, row: Read): Promise<Dispute> {
  const lines = await db
    .selectFrom('dispute_lines')
    .select(['id', 'text', 'status', 'created_at'])
    .select(({ selectFrom, fn }) =>
      selectFrom('ticket_pictures')
        .select(fn.countAll<bigint>().as('count'))
        .whereRef('dispute_line_id', '=', 'dispute_lines.id')
        .$asScalar()
        .as('pictures'),
    )
    .where('dispute_id', '=', row.id)
    .orderBy('id')
    .execute()
  return {
    ...shown(row),
    lines: lines.map(({ id, text, status, pictures, created_at }) => ({
      id,
      text,
      pictures: Number(pictures),
      isSent: status === 'sent',
      createTime: created_at.toISOString(),
    })),
    // A purchase may have been disputed before.
    steps: row.steps
      .filter(({ what, detail }) => what.startsWith('dispute') && detail.number === String(row.number))
      .map(({ what, at }) => ({ what, at })),
  }
}

function shown(row: Read): Omit<Dispute, 'lines' | 'steps'> {
  const isLeaving = row.withdraw_asked_at !== null && row.ended_at === null
  const isAsked = row.status === 'evidence' && !isLeaving
  return {
    id: row.id,
    number: String(row.number),
    billId: row.bill_id,
    cardOutId: row.card_id,
    last4: row.account,
    merchant: row.remark.merchant ?? '',
    reason: row.reason,
    amount: format(row.amount_minor, 'USD'),
    currency: 'USD',
    status: isLeaving ? 'withdrawing' : row.status,
    note: isAsked ? row.note : null,
    evidenceBy: isAsked ? (row.evidence_by?.toISOString() ?? null) : null,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at.toISOString(),
  }
}
