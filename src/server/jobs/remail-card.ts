import { lockApplication, moveApplication } from '../cards/applications.ts'
import { type Db, transaction } from '../database.ts'
import type { World } from '../world.ts'
import { chargeMailing, giveFeesBack, tellApplication } from './application-books.ts'
import { lockPaid } from './order-card.ts'
import { Later } from './runner.ts'

/**
 * Asks the issuer to mail a returned card again, to where it was paid for, until it has surely answered. Yes: mailing is
 * charged. No: the fee is returned, and so is the application. A card that is over meanwhile is not mailed any more.
 */
export async function remailCard({ db, issuer }: World, { paymentId }: { paymentId: string }): Promise<void> {
  const { row, payment } = await transaction(db, db => lockPaid(db, paymentId))
  if (payment.state !== 'held') return
  if (row.status === 'ended') return await transaction(db, db => refuse(db, paymentId, 'card_closed'))
  const answer = await issuer.remail({
    reference: payment.id,
    issuerOrderId: row.issuer_order_id ?? '',
    address: row.postal,
  })
  switch (answer.outcome) {
    case 'done':
      return await transaction(db, async db => {
        const paid = await lockPaid(db, paymentId)
        if (paid.payment.state === 'held') await chargeMailing(db, paid.row, paid.payment)
      })
    case 'declined':
      return await transaction(db, db => refuse(db, paymentId, 'issuer_refused'))
    case 'unknown':
      throw new Later(2000)
  }
}

async function refuse(db: Db, paymentId: string, reason: 'issuer_refused' | 'card_closed') {
  const { row, payment } = await lockPaid(db, paymentId)
  if (payment.state !== 'held') return
  await giveFeesBack(db, row, { payment, why: 'failed', reason })
  const now = await lockApplication(db, row.id)
  if (now?.status !== 'making') return
  const moved = await moveApplication(db, now, 'returned')
  await tellApplication(db, moved, { state: 'mailing_failed', once: payment.id })
}
