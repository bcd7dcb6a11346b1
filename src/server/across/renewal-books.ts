import { waitingDeletion } from '../account/deletions.ts'
import { userById } from '../account/users.ts'
import type { Expiry } from '../cards/issuer.ts'
import { isRenewable, planRenewal } from '../cards/renewals.ts'
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
    status: 'renewalAhead',
    date: dayIn(timezone, planned.renew_at),
    key: `${planned.id}:ahead`,
  })
}

/** Tells the owner of a card what becomes of its renewal, once for each key. */
export async function tellRenewal(
  db: Db,
  card: Pick<CardTable, 'id' | 'user_id' | 'last4'>,
  {
    status,
    date,
    key,
  }: {
    status: 'renewalAhead' | 'renewalUnwanted' | 'renewed' | 'renewalRefused'
    date?: string
    key: string
  },
): Promise<void> {
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'cardState',
    params: { status, last4: card.last4, ...(date !== undefined && { date }) },
    action: `/pages/cardDetail/cardDetail?id=${card.id}`,
    eventKey: `card-renewal:${key}`,
  })
}
