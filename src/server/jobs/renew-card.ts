import { isPlastic, noteMailed, tellRenewal } from '../across/renewal-books.ts'
import { closeAlarm, raiseAlarm } from '../alarms.ts'
import { isOver, lockCard } from '../cards/cards.ts'
import type { IssuerRefusal } from '../cards/issuer.ts'
import { endRenewal, lockRenewal, type RenewalRow } from '../cards/renewals.ts'
import type { CardTable } from '../cards/tables.ts'
import { type Db, transaction } from '../database/database.ts'
import type { World } from '../world.ts'
import type { JobPayloads } from './queue/kinds.ts'
import { Later, patienceMs } from './queue/runner.ts'

/** Nobody has answered for so long: a person looks at it while the card still works. */
const silentMs = 3 * 86_400_000

/**
 * Has the issuer renew a card, under the same name until it has surely answered; meanwhile the card goes on as it is. A
 * card that ended in the meantime is left alone, whatever is answered.
 */
export async function renewCard(world: World, { cardId }: JobPayloads['renew-card']): Promise<void> {
  const { db, issuer } = world
  const asked = await transaction(db, db => openRenewal(db, cardId))
  if (!asked) return
  const { id: reference, asked_at } = asked.renewal
  const answer = await issuer.renew({ reference, issuerCardId: asked.card.issuer_card_id })
  if (answer.outcome === 'unknown') {
    const since = asked_at ?? new Date()
    if (Date.now() - since.getTime() > silentMs) await callPerson(db, asked.card, 'silent')
    throw new Later(patienceMs(since))
  }
  await transaction(db, async db => {
    const open = await openRenewal(db, cardId)
    if (open?.renewal.id !== reference) return
    if (answer.outcome === 'done') await renewed(db, open)
    else await refused(db, open, answer.reason)
  })
}

interface Open {
  card: CardTable
  renewal: RenewalRow
}

/** The renewal that the issuer is asked for, with its card locked; none, and its end is written, where the card is over. */
async function openRenewal(db: Db, cardId: string): Promise<Open | null> {
  const card = await lockCard(db, cardId)
  const renewal = await lockRenewal(db, cardId)
  if (renewal?.state !== 'asked') return null
  if (!isOver(card)) return { card, renewal }
  await end(db, { card, renewal }, 'dropped')
  return null
}

/** A new plastic is on its way, or it is done. */
async function renewed(db: Db, open: Open): Promise<void> {
  if (isPlastic(open.card)) return await noteMailed(db, open.card, open.renewal)
  await end(db, open, 'renewed')
  await tellRenewal(db, open.card, { status: 'renewed', key: `${open.renewal.id}:renewed` })
}

/** That it is closed with the issuer is told by a word of its own, which ends it here. */
async function refused(db: Db, open: Open, reason: IssuerRefusal): Promise<void> {
  if (reason === 'card_closed') return await end(db, open, 'dropped')
  await end(db, open, 'refused')
  await tellRenewal(db, open.card, { status: 'renewalRefused', key: `${open.renewal.id}:refused` })
  await callPerson(db, open.card, reason)
}

async function end(db: Db, { card, renewal }: Open, state: 'renewed' | 'refused' | 'dropped') {
  await endRenewal(db, renewal, state)
  await closeAlarm(db, { kind: 'card_not_renewed', subject: card.id })
}

async function callPerson(db: Db, { id, user_id: userId }: CardTable, why: IssuerRefusal | 'silent') {
  await raiseAlarm(db, { kind: 'card_not_renewed', subject: id, detail: { userId, why } })
}
