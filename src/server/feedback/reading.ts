import type * as z from 'zod/mini'
import type { ticket } from '../../contract/feedback.ts'
import { clipped } from '../clipped.ts'
import type { Db } from '../database/database.ts'
import { pageOf } from '../http/page-of.ts'
import { Denied } from '../http/refused.ts'
import type { TicketRow } from './tickets.ts'

/** One ticket of the customer's own with its dialogue; a foreign one is denied like one that nobody has. */
export async function ownTicket(
  db: Db,
  { userId, ticketId }: { userId: string; ticketId: string },
): Promise<z.output<typeof ticket>> {
  const row = await db
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', ticketId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Denied()
  const lines = await linesOf(db, [ticketId])
  return {
    ...rowOf(row, lines[0]?.text ?? ''),
    lines: lines.map(({ id, operator, text, pictures, created_at }) => ({
      id,
      isOurs: operator !== null,
      text,
      pictures: Number(pictures),
      createTime: created_at.toISOString(),
    })),
  }
}

/** One page of a customer's tickets, newest first. */
export async function ticketsOf(
  db: Db,
  { userId, page, pageSize }: { userId: string; page: number; pageSize: number },
) {
  const own = db.selectFrom('tickets').selectAll().where('user_id', '=', userId).orderBy('id', 'desc')
  const { list: rows, total } = await pageOf(own, { page, pageSize })
  const first = await firstWords(
    db,
    rows.map(({ id }) => id),
  )
  const list = rows.map(row => rowOf(row, first.get(row.id) ?? ''))
  return { list, total, page, pageSize }
}

/** Every line of these tickets, oldest first, with the count of its pictures. */
export async function linesOf(db: Db, ticketIds: readonly string[]) {
  return await db
    .selectFrom('ticket_lines')
    .select(['id', 'ticket_id', 'operator', 'text', 'created_at'])
    .select(({ selectFrom, fn }) =>
      selectFrom('ticket_pictures')
        .select(fn.countAll<bigint>().as('count'))
        .whereRef('line_id', '=', 'ticket_lines.id')
        .$asScalar()
        .as('pictures'),
    )
    .where('ticket_id', 'in', ticketIds)
    .orderBy('ticket_lines.id')
    .execute()
}

async function firstWords(db: Db, ticketIds: readonly string[]): Promise<Map<string, string>> {
  if (ticketIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('ticket_lines')
    .distinctOn('ticket_id')
    .select(['ticket_id', 'text'])
    .where('ticket_id', 'in', ticketIds)
    .orderBy('ticket_id')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ ticket_id, text }) => [ticket_id, text]))
}

const titleMax = 80

function rowOf(row: TicketRow, text: string) {
  const line = text.replace(/\s+/g, ' ')
  return {
    id: row.id,
    number: String(row.number),
    status: row.status,
    title: clipped(line, titleMax),
    refType: row.ref_type,
    refId: row.ref_id,
    answerBy: row.status === 'open' ? row.answer_by.toISOString() : null,
    isEscalated: row.escalated_at !== null,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at.toISOString(),
  }
}
