import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { Denied, Refused } from '../http/refused.ts'
import { newId } from '../id.ts'
import { withoutCardNumbers } from './masking.ts'
import { attach } from './pictures.ts'
import type { TicketTable } from './tables.ts'

/** A ticket to be opened. */
interface NewTicket {
  userId: string
  requestId: string
  text: string
  images: readonly string[]
  /** What the device says of itself. */
  diagnostic: string | null
  ref: { type: 'bill' | 'card'; id: string } | null
  /** How long we may take to answer. */
  answerHours: number
}

/** A line to be added to one. */
interface NewLine {
  ticketId: string
  requestId: string
  text: string
  images: readonly string[]
}

/**
 * Opens a ticket and gives its id. The same request again gives the same ticket; with other words it is refused
 * (`request_changed`). Card numbers are covered before anything is stored. Pictures that are not the customer's own and
 * unused are refused (`upload_failed`).
 */
export async function openTicket(db: Db, wanted: NewTicket): Promise<string> {
  const { userId, requestId, diagnostic, ref, answerHours } = wanted
  const opened = await db
    .insertInto('tickets')
    .values({
      id: newId(),
      user_id: userId,
      request_id: requestId,
      diagnostic: diagnostic && withoutCardNumbers(diagnostic),
      ref_type: ref?.type ?? null,
      ref_id: ref?.id ?? null,
      answer_by: dueIn(answerHours),
      escalated_at: null,
    })
    .onConflict(conflict => conflict.columns(['user_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!opened) return await openedBefore(db, wanted)
  await addLine(db, { ...wanted, ticketId: opened.id, userId })
  return opened.id
}

/** The ticket that this request has opened, if it has. */
export async function ticketOf(
  db: Db,
  { userId, requestId }: { userId: string; requestId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('tickets')
    .select('id')
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** True when this request has added its line to a ticket. */
export async function hasLine(
  db: Db,
  { ticketId, requestId }: { ticketId: string; requestId: string },
): Promise<boolean> {
  return (await textSaid(db, { ticketId, requestId })) !== undefined
}

/**
 * Adds a line of the customer's to a ticket of their own and opens it again. A line that asks for an escalation has the
 * ticket decided by another operator, within `escalatedHours`. The same request again adds nothing.
 */
export async function replyTo(
  db: Db,
  {
    userId,
    answerHours,
    escalatedHours,
    ...line
  }: NewLine & { userId: string; answerHours: number; escalatedHours: number },
): Promise<void> {
  const ticket = await lockTicket(db, line.ticketId)
  if (ticket?.user_id !== userId) throw new Denied()
  if (!(await addLine(db, { ...line, userId }))) return
  const isEscalation = /升级|升級|\bescalate\b/iu.test(line.text) && ticket.escalated_at === null
  const isWaiting = ticket.status === 'open'
  await db
    .updateTable('tickets')
    .set({
      status: 'open',
      updated_at: sql<Date>`now()`,
      ...(isEscalation && { escalated_at: sql<Date>`now()`, answer_by: dueIn(escalatedHours) }),
      // What is said while we owe an answer does not put it off.
      ...(!isEscalation && !isWaiting && { answer_by: dueIn(answerHours) }),
    })
    .where('id', '=', ticket.id)
    .execute()
}

/** The row, locked until the transaction ends. */
export async function lockTicket(db: Db, ticketId: string): Promise<TicketRow | undefined> {
  return await db.selectFrom('tickets').selectAll().where('id', '=', ticketId).forUpdate().executeTakeFirst()
}

/** A row as it is read. */
export interface TicketRow extends Omit<TicketTable, 'number' | 'status' | 'created_at' | 'updated_at'> {
  number: bigint
  status: 'open' | 'answered' | 'closed'
  created_at: Date
  updated_at: Date
}

async function addLine(
  db: Db,
  { ticketId, requestId, text, images, userId }: NewLine & { userId: string },
): Promise<boolean> {
  const line = await db
    .insertInto('ticket_lines')
    .values({ id: newId(), ticket_id: ticketId, request_id: requestId, text: withoutCardNumbers(text) })
    .onConflict(conflict => conflict.columns(['ticket_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!line) {
    await refuseOtherWords(db, { ticketId, requestId, text })
    return false
  }
  await attach(db, { userId, lineId: line.id, images })
  return true
}

async function openedBefore(db: Db, { userId, requestId, text }: NewTicket): Promise<string> {
  const ticketId = await ticketOf(db, { userId, requestId })
  if (!ticketId) throw new Error('a ticket that was opened is not there')
  await refuseOtherWords(db, { ticketId, requestId, text })
  return ticketId
}

async function refuseOtherWords(
  db: Db,
  { text, ...line }: { ticketId: string; requestId: string; text: string },
) {
  if ((await textSaid(db, line)) !== withoutCardNumbers(text)) throw new Refused('request_changed')
}

/** What was said in a ticket under this key; undefined when nothing was. */
export async function textSaid(
  db: Db,
  { ticketId, requestId }: { ticketId: string; requestId: string },
): Promise<string | undefined> {
  const line = await db
    .selectFrom('ticket_lines')
    .select('text')
    .where('ticket_id', '=', ticketId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return line?.text
}

function dueIn(hours: number) {
  return sql<Date>`now() + ${hours} * interval '1 hour'`
}
