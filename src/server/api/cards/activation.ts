import type * as application from '../../../contract/application.ts'
import { forgetTries, giveTryBack, takeTry, windowEndsAt } from '../../account/attempts.ts'
import { comparePin } from '../../account/pin.ts'
import { changeState } from '../../across/card-state.ts'
import { noteOpened } from '../../across/renewal-books.ts'
import { lockApplication, moveApplication } from '../../cards/applications/applications.ts'
import { lockCard, ownCard, shownCard } from '../../cards/cards.ts'
import type { IssuerRefusal } from '../../cards/issuer.ts'
import { kindOf } from '../../cards/kinds.ts'
import { asUnopened } from '../../cards/renewals.ts'
import { dropTicket, giveTicket, giveTicketBack, takeTicket } from '../../cards/states/activation.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import type { CardTable } from '../../cards/tables.ts'
import { type Db, transaction } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import { tell } from '../../messages/messages.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { noAnswer } from '../no-answer.ts'
import { phoneHandlers } from './card-phone.ts'

const codeTries = 5
const windowMs = 3600_000

type Part = Pick<
  Handlers<typeof application>,
  'activateCard' | 'cardActivation' | 'updateCardPIN' | 'updateCardPhone'
>

/**
 * A physical card in hand: its code, its PIN, its phone. The card PIN passes through to the issuer; it is not stored,
 * logged or hashed here, and so nothing of this is a decision with a remembered answer.
 */
export function activationHandlers(world: World): Part {
  const { db, issuer, secrets } = world

  return {
    async activateCard({ id, activationCode }, { userId }) {
      const card = await ownCard(db, { userId, cardId: id })
      refuseVirtual(card)
      refuseCall(await asUnopened(db, card), 'activateCard')
      const triesLeft = await takeCodeTry(db, id)
      const answer = await issuer.activate({ issuerCardId: card.issuer_card_id, code: activationCode })
      if (answer.outcome === 'unknown') {
        await giveTryBack(db, subjectOf(id))
        throw noAnswer('did not say whether an activation code is right')
      }
      if (answer.outcome === 'declined') return await refuseCode(db, card, answer.reason, triesLeft)
      await forgetTries(db, subjectOf(id))
      const { activationTicket, expiresAt } = await giveTicket(db, secrets, id)
      return { activationTicket, expireTime: expiresAt.toISOString() }
    },

    async cardActivation({ id, activationTicket, cardPin }, { userId }) {
      const card = await ownCard(db, { userId, cardId: id })
      refuseVirtual(card)
      refuseCall(await asUnopened(db, card), 'cardActivation')
      if (!(await takeTicket(db, secrets, { cardId: id, activationTicket })))
        throw new Refused('code_incorrect')
      try {
        await setPin(world, card, cardPin)
      } catch (error) {
        await giveTicketBack(db, id)
        throw error
      }
      return await transaction(db, db => activate(db, id))
    },

    async updateCardPIN({ id, cardPin, pin }, { userId, sessionId }) {
      const card = await ownCard(db, { userId, cardId: id })
      refuseVirtual(card)
      refuseCall(card, 'updateCardPIN')
      await comparePin(world, { userId, sessionId, pin })
      await setPin(world, card, cardPin)
      return await transaction(db, db => unblock(db, id))
    },

    ...phoneHandlers(world),
  }
}

/** A virtual card has no code and no PIN, in whatever state. */
function refuseVirtual(card: CardTable): void {
  if (kindOf(card).type !== 'physical') throw new Refused('modify_failed', { reason: 'virtual' })
}

/** Takes one of the card's tries, counted before the code is compared; gives how many are left. */
async function takeCodeTry(db: Db, cardId: string): Promise<number> {
  const subject = subjectOf(cardId)
  const taken = await takeTry(db, { subject, limit: codeTries, windowMs })
  if (taken === null) throw new Refused('limit_exceeded', await lockOf(db, cardId))
  return codeTries - taken
}

async function lockOf(db: Db, cardId: string) {
  const until = (await windowEndsAt(db, subjectOf(cardId))) ?? new Date(Date.now() + windowMs)
  return { limit: String(codeTries), until: until.toISOString() }
}

async function refuseCode(db: Db, card: CardTable, reason: IssuerRefusal, triesLeft: number): Promise<never> {
  if (reason === 'card_closed') throw new Refused('card_closed')
  // The issuer counts too, and may have begun earlier.
  if (reason === 'too_many_tries') throw new Refused('limit_exceeded', await lockOf(db, card.id))
  if (reason !== 'code_incorrect') throw new Refused('modify_failed', { reason })
  if (triesLeft > 0) throw new Refused('code_incorrect', { triesLeft })
  const locked = await lockOf(db, card.id)
  await tellSafety(db, card, { event: 'activationLocked', once: locked.until })
  throw new Refused('code_incorrect', { triesLeft, until: locked.until })
}

async function setPin({ issuer }: World, { issuer_card_id: issuerCardId }: CardTable, cardPin: string) {
  const answer = await issuer.setPin({ issuerCardId, cardPin })
  if (answer.outcome === 'unknown') throw noAnswer('did not say whether a card PIN was set')
  if (answer.outcome === 'done') return
  if (answer.reason === 'card_closed') throw new Refused('card_closed')
  if (answer.reason === 'pin_weak') throw new Refused('input_invalid', { fields: { cardPin: 'cardPin' } })
  throw new Refused('modify_failed', { reason: answer.reason })
}

/** The card is in its owner's hand, so its application has arrived too. */
async function activate(db: Db, cardId: string) {
  const application = await db
    .selectFrom('applications')
    .select('id')
    .where('physical_card_id', '=', cardId)
    .executeTakeFirst()
  const row = application && (await lockApplication(db, application.id))
  const card = await lockCard(db, cardId)
  await dropTicket(db, cardId)
  const unopened = await asUnopened(db, card)
  if (!unopened.is_activated) {
    refuseCall(unopened, 'cardActivation')
    const flags = { is_activated: true, is_pin_blocked: false }
    await changeState(db, { card, flags, eventId: newId() })
    await keepPinTime(db, cardId)
    await noteOpened(db, card)
  }
  if (row && row.ended_at === null) await moveApplication(db, row, 'success')
  return await shownCard(db, await lockCard(db, cardId))
}

/** A new PIN lifts the block of wrong ones; nothing else that stops a card. */
async function unblock(db: Db, cardId: string) {
  const card = await lockCard(db, cardId)
  await keepPinTime(db, cardId)
  await tellSafety(db, card, { event: 'cardPinChanged', once: newId() })
  await changeState(db, { card, flags: { is_pin_blocked: false }, eventId: newId() })
  return await shownCard(db, await lockCard(db, cardId))
}

async function keepPinTime(db: Db, cardId: string) {
  await db
    .updateTable('cards')
    .set(({ fn }) => ({ pin_set_at: fn<Date>('now') }))
    .where('id', '=', cardId)
    .execute()
}

async function tellSafety(
  db: Db,
  card: CardTable,
  { event, once }: { event: 'activationLocked' | 'cardPinChanged'; once: string },
) {
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'security',
    params: { event, last4: card.last4 },
    action: `/pages/cardDetail/cardDetail?id=${card.id}`,
    eventKey: `${event}:${card.id}:${once}`,
  })
}

function subjectOf(cardId: string): string {
  return `activate:${cardId}`
}
