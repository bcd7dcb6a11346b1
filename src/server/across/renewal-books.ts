import { waitingDeletion } from '../account/deletions.ts'
import { userById } from '../account/users.ts'
import { closeAlarm } from '../alarms.ts'
import { isOver } from '../cards/cards.ts'
import type { Expiry } from '../cards/issuer.ts'
import { kindOf } from '../cards/kinds.ts'
import {
  endRenewal,
  isRenewable,
  lockRenewal,
  moveRenewal,
  planRenewal,
  type RenewalRow,
} from '../cards/renewals.ts'
import { keepFlags } from '../cards/states/status.ts'
import type { CardTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { tell } from '../messages/messages.ts'
import { dayIn } from '../zone.ts'

/**
 * Takes the issuer's word that a card's expiry nears: its renewal is planned and its owner told, once. Nothing happens to a
 * card that is not renewed, nor while its account waits to be deleted: the word comes again with each comparison. The caller
 * has locked the card.
 */
export async function noteExpiry(
  db: Db,
  { card, expires, noticeSeconds }: { card: CardTable; expires: Expiry; noticeSeconds: number },
): Promise<void> {
  if (!isRenewable(card) || (await waitingDeletion(db, card.user_id))) return
  const planned = await planRenewal(db, { cardId: card.id, expires, noticeSeconds })
  if (!planned) return
  const { timezone } = await userById(db, card.user_id)
  await tellRenewal(db, card, {
    status: isPlastic(card) ? 'renewalAheadPlastic' : 'renewalAhead',
    date: dayIn(timezone, planned.renew_at),
    key: `${planned.id}:ahead`,
  })
}

type RenewalNews =
  | 'renewalAhead'
  | 'renewalAheadPlastic'
  | 'renewalUnwanted'
  | 'renewed'
  | 'renewalMailed'
  | 'renewalShipped'
  | 'renewalReturned'
  | 'renewedPlastic'
  | 'plasticExpired'
  | 'renewalRefused'

/** True of a card whose new date and code come by mail. */
export function isPlastic(card: Pick<CardTable, 'card_type_id'>): boolean {
  return kindOf(card).type === 'physical'
}

/** The issuer makes and mails a new plastic of a card, and its owner is told. The caller has locked both. */
export async function noteMailed(db: Db, card: CardTable, renewal: RenewalRow): Promise<void> {
  await moveRenewal(db, renewal, 'mailed')
  await closeAlarm(db, { kind: 'card_not_renewed', subject: card.id })
  await tellRenewal(db, card, { status: 'renewalMailed', key: `${renewal.id}:mailed` })
}

/** The old plastic of a renewed card has expired, and the new one is not activated: until then it pays nothing. */
export async function notePlasticExpired(db: Db, card: CardTable): Promise<void> {
  const renewal = await lockRenewal(db, card.id)
  if (!renewal || isOver(card) || !card.is_activated) return
  // Nothing else expires with a new plastic on its way: the answer to the renewal is still to be heard.
  if (renewal.state === 'asked') await noteMailed(db, card, renewal)
  else if (renewal.state !== 'mailed') return
  await keepFlags(db, card, { is_activated: false })
  await tellRenewal(db, card, { status: 'plasticExpired', key: `${renewal.id}:expired` })
}

/** The new plastic of a card is in its owner's hand and activated. The caller has locked the card. */
export async function noteOpened(db: Db, card: CardTable): Promise<void> {
  const renewal = await lockRenewal(db, card.id)
  if (renewal?.state !== 'mailed') return
  await endRenewal(db, renewal, 'renewed')
  await closeAlarm(db, { kind: 'card_not_renewed', subject: card.id })
  await tellRenewal(db, card, { status: 'renewedPlastic', key: `${renewal.id}:renewed` })
}

/** Tells the owner of a card what becomes of its renewal, once for each key. */
export async function tellRenewal(
  db: Db,
  card: Pick<CardTable, 'id' | 'user_id' | 'last4'>,
  {
    status,
    date,
    tracking,
    key,
  }: {
    status: RenewalNews
    date?: string
    tracking?: { carrier: string; number: string }
    key: string
  },
): Promise<void> {
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'cardState',
    params: { status, last4: card.last4, ...(date !== undefined && { date }), ...tracking },
    action: `/pages/cardDetail/cardDetail?id=${card.id}`,
    eventKey: `card-renewal:${key}`,
  })
}
