import { randomUUID } from 'node:crypto'
import type * as feedback from '../../../contract/feedback.ts'
import { answerHours, escalatedHours } from '../../../contract/promises.ts'
import { takeTryOrRefuse } from '../../account/attempts.ts'
import { type Db, transaction } from '../../database/database.ts'
import { keepTicketPicture } from '../../feedback/pictures.ts'
import { ownTicket, ticketsOf } from '../../feedback/reading.ts'
import { hasLine, openTicket, replyTo, ticketOf } from '../../feedback/tickets.ts'
import { Denied, Refused } from '../../http/refused.ts'
import { cleanPicture } from '../../identity/picture.ts'
import { questions } from '../../params/questions.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { numbersOf } from './numbers.ts'

const hourMs = 60 * 60_000
/** A part of a screen is enough to be looked at by a person. */
const screenshot = { longMin: 160, shortMin: 80 }
const anHour = { tickets: 20, replies: 60, pictures: 30 }

/** Tickets and their dialogue; questions and answers. */
export function feedbackApi(world: World): Handlers<typeof feedback> {
  const { db, config } = world

  const take = (userId: string, what: keyof typeof anHour) =>
    takeTryOrRefuse(db, { subject: `feedback-${what}:${userId}`, limit: anHour[what], windowMs: hourMs })

  return {
    async submitFeedback(
      { description, images = [], diagnostic = null, refType, refId, requestId = randomUUID() },
      { userId },
    ) {
      if ((refType === undefined) !== (refId === undefined)) {
        throw new Refused('input_invalid', { fields: { refId: 'required' } })
      }
      const ref = refType && refId ? { type: refType, id: refId } : null
      if (ref) await refuseForeign(db, { userId, ref })
      if (!(await ticketOf(db, { userId, requestId }))) await take(userId, 'tickets')
      const wanted = { userId, requestId, text: description, images, diagnostic, ref, answerHours }
      const ticketId = await transaction(db, db => openTicket(db, wanted))
      return await ownTicket(db, { userId, ticketId })
    },

    async uploadPicture({ file }, { userId }) {
      await take(userId, 'pictures')
      const { content } = await cleanPicture(Buffer.from(await file.arrayBuffer()), screenshot)
      return { path: await keepTicketPicture(world, { userId, content }) }
    },

    async tickets({ page, pageSize }, { userId }) {
      return await ticketsOf(db, { userId, page, pageSize })
    },

    async getTicket({ id }, { userId }) {
      return await ownTicket(db, { userId, ticketId: id })
    },

    async replyFeedback({ id, text, images = [], requestId = randomUUID() }, { userId }) {
      await ownTicket(db, { userId, ticketId: id })
      if (!(await hasLine(db, { ticketId: id, requestId }))) await take(userId, 'replies')
      const line = { userId, ticketId: id, requestId, text, images, answerHours, escalatedHours }
      await transaction(db, db => replyTo(db, line))
      return await ownTicket(db, { userId, ticketId: id })
    },

    async faq({ lang }, caller) {
      return questions(lang ?? caller.lang, numbersOf(config))
    },
  }
}

/** A bill or card that is not the customer's own is denied like one that nobody has. */
async function refuseForeign(
  db: Db,
  { userId, ref: { type, id } }: { userId: string; ref: { type: 'bill' | 'card'; id: string } },
): Promise<void> {
  const own = await db
    .selectFrom(type === 'bill' ? 'bills' : 'cards')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (own?.user_id !== userId) throw new Denied()
}
