import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Secrets } from '../../secrets.ts'

/** How long a ticket is good. */
const ticketMinutes = 10
/** How long a ticket stays in the hands of whoever uses it, should they never say what came of it. */
const useSeconds = 30

/** Makes the ticket of a card, for whoever knew its activation code; an earlier one is worthless from now on. */
export async function giveTicket(
  db: Db,
  secrets: Secrets,
  cardId: string,
): Promise<{ activationTicket: string; expiresAt: Date }> {
  const activationTicket = randomUUID()
  const hash = hashOf(secrets, { cardId, activationTicket })
  const { rows } = await sql<{ expires_at: Date }>`
    insert into activation_tickets (card_id, ticket_hash, expires_at)
    values (${cardId}, ${hash}, now() + ${ticketMinutes} * interval '1 minute')
    on conflict (card_id) do update
    set ticket_hash = excluded.ticket_hash, expires_at = excluded.expires_at, used_at = null
    returning expires_at`.execute(db)
  return { activationTicket, expiresAt: rows[0]?.expires_at ?? new Date() }
}

/** Takes the ticket of a card into use, so that nobody else does. False when it is not this one, or over, or in use. */
export async function takeTicket(
  db: Db,
  secrets: Secrets,
  ticket: { cardId: string; activationTicket: string },
): Promise<boolean> {
  const { rows } = await sql`
    update activation_tickets set used_at = now()
    where card_id = ${ticket.cardId} and ticket_hash = ${hashOf(secrets, ticket)} and expires_at > now()
      and (used_at is null or used_at < now() - ${useSeconds} * interval '1 second')
    returning card_id`.execute(db)
  return rows.length === 1
}

/** Gives a ticket back: nothing came of its use, it may be used again. */
export async function giveTicketBack(db: Db, cardId: string): Promise<void> {
  await db.updateTable('activation_tickets').set({ used_at: null }).where('card_id', '=', cardId).execute()
}

/** Takes the ticket of a card that is active now away for good. */
export async function dropTicket(db: Db, cardId: string): Promise<void> {
  await db.deleteFrom('activation_tickets').where('card_id', '=', cardId).execute()
}

function hashOf(
  secrets: Secrets,
  { cardId, activationTicket }: { cardId: string; activationTicket: string },
): string {
  return secrets.digest('activation-ticket', `${cardId}:${activationTicket}`)
}
