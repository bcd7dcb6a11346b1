import { sql } from 'kysely'
import { audit } from '../audits/audit.ts'
import { clipped } from '../clipped.ts'
import { type Db, transaction } from '../database/database.ts'
import { lockTicket, type TicketRow, textSaid } from '../feedback/tickets.ts'
import { idOf, newId } from '../id.ts'
import { tell } from '../messages/messages.ts'
import { PlainError } from '../plain-error.ts'

/** What an operator says in a ticket. */
export interface Answer {
  number: bigint
  operator: string
  text: string
  /** Closes it. */
  isEnd: boolean
  /** Names it; without one the same words are the same answer until the customer says something. */
  key?: string | undefined
}

/** How the ticket stands, and whether it had been answered so before. */
export interface Answered {
  status: 'answered' | 'closed'
  isReplay?: true
}

/**
 * Adds an operator's line to a ticket: the line, its state, the message to the customer and the audit, or none of them.
 * The same answer again adds nothing. Throws when there is no such ticket, when it is closed, and when it is escalated and
 * the operator has answered before.
 */
export async function answerTicket(db: Db, answer: Answer): Promise<Answered> {
  const { number, operator, isEnd } = answer
  const text = clipped(answer.text.trim(), 4000)
  if (text === '') throw new PlainError('An answer says something.')
  return await transaction(db, async db => {
    const ticket = await ticketNumbered(db, number)
    const status = isEnd ? 'closed' : 'answered'
    const requestId = await requestIdOf(db, { ...answer, text, ticketId: ticket.id })
    if (await isSaid(db, { ticketId: ticket.id, requestId, text })) return { status, isReplay: true }
    if (ticket.status === 'closed')
      throw new PlainError('The ticket is closed; a reply of the customer opens it.')
    if (ticket.escalated_at) await refuseSame(db, { ticket, operator })
    const lineId = newId()
    await db
      .insertInto('ticket_lines')
      .values({ id: lineId, ticket_id: ticket.id, request_id: requestId, operator, text })
      .execute()
    await db
      .updateTable('tickets')
      .set({ status, updated_at: sql<Date>`now()` })
      .where('id', '=', ticket.id)
      .execute()
    await tell(db, {
      userId: ticket.user_id,
      kind: 'feedback',
      noticeType: 'feedback',
      params: { number: String(number), state: status, text: clipped(text.replace(/\s+/g, ' '), 180) },
      action: `/pages/feedback/feedback?id=${ticket.id}`,
      eventKey: `ticket:${lineId}`,
    })
    const verb = isEnd ? 'ticket.close' : 'ticket.answer'
    await audit(db, { operator, verb, subject: ticket.id, detail: { number: String(number), lineId } })
    return { status }
  })
}

async function requestIdOf(
  db: Db,
  { key, text, isEnd, ticketId }: Omit<Answer, 'number' | 'operator'> & { ticketId: string },
): Promise<string> {
  const end = isEnd ? 'close' : 'answer'
  if (key !== undefined) return idOf(`${end} ${ticketId} key ${key}`)
  const last = await db
    .selectFrom('ticket_lines')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('operator', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return idOf(`${end} ${ticketId} after ${last?.id} ${text}`)
}

/** Whether this was said already. Throws when the key names something else. */
async function isSaid(
  db: Db,
  { text, ...line }: { ticketId: string; requestId: string; text: string },
): Promise<boolean> {
  const said = await textSaid(db, line)
  if (said !== undefined && said !== text) throw new PlainError('This key names another answer.')
  return said !== undefined
}

async function ticketNumbered(db: Db, number: bigint): Promise<TicketRow> {
  const found = await db.selectFrom('tickets').select('id').where('number', '=', number).executeTakeFirst()
  const ticket = found && (await lockTicket(db, found.id))
  if (!ticket) throw new PlainError('There is no ticket with this number.')
  return ticket
}

/** An operator who answered before the customer asked for somebody else may not decide about it. */
async function refuseSame(db: Db, { ticket, operator }: { ticket: TicketRow; operator: string }) {
  const earlier = await db
    .selectFrom('ticket_lines')
    .select('id')
    .where('ticket_id', '=', ticket.id)
    .where('operator', '=', operator)
    .where('created_at', '<', ticket.escalated_at)
    .executeTakeFirst()
  if (earlier) throw new PlainError('The customer asked for somebody else: another operator decides.')
}
