import { chargeMailing, giveFeesBack, tellApplication } from '../across/application-books.ts'
import { markAsked } from '../cards/applications/application-money.ts'
import { lockApplication, moveApplication } from '../cards/applications/applications.ts'
import type { Issuer } from '../cards/issuer.ts'
import { type Db, transaction } from '../database/database.ts'
import type { World } from '../world.ts'
import { lockPaid } from './order-card.ts'
import { Later } from './queue/runner.ts'

/**
 * Asks the issuer to mail a returned card again, to where it was paid for, until it has surely answered. Yes: mailing is
 * charged. No: the fee is returned, and so is the application. A card that is over before anybody was asked is not mailed
 * any more; once the issuer was asked it says what became of it.
 */
export async function remailCard({ db, issuer }: World, { paymentId }: { paymentId: string }): Promise<void> {
  const request = await transaction(db, db => beginAsking(db, paymentId))
  if (!request) return
  const answer = await issuer.remail(request)
  switch (answer.outcome) {
    case 'done':
      return await transaction(db, async db => {
        const paid = await lockPaid(db, paymentId)
        if (paid.payment.state === 'held') await chargeMailing(db, paid.row, paid.payment)
      })
    case 'declined':
      return await transaction(db, db => refuse(db, paymentId))
    case 'unknown':
      throw new Later(2000)
  }
}

/** Null when there is nothing to ask: it was answered, or the card was over before anybody was asked. */
async function beginAsking(db: Db, paymentId: string): Promise<Parameters<Issuer['remail']>[0] | null> {
  const { row, payment } = await lockPaid(db, paymentId)
  if (payment.state !== 'held') return null
  if (row.status === 'ended' && !payment.asked_at) {
    await refuse(db, paymentId)
    return null
  }
  await markAsked(db, payment)
  return { reference: payment.id, issuerOrderId: row.issuer_order_id ?? '', address: row.postal }
}

async function refuse(db: Db, paymentId: string) {
  const { row, payment } = await lockPaid(db, paymentId)
  if (payment.state !== 'held') return
  const reason = row.status === 'ended' ? 'card_closed' : 'issuer_refused'
  await giveFeesBack(db, row, { payment, why: 'failed', reason })
  const now = await lockApplication(db, row.id)
  if (now?.status !== 'making') return
  const moved = await moveApplication(db, now, 'returned')
  await tellApplication(db, moved, { state: 'mailing_failed', once: payment.id })
}
