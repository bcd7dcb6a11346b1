import { format } from '../../contract/money.ts'
import { writeBill } from '../bills/bills.ts'
import { cardToWalletBill } from '../bills/card-to-wallet.ts'
import { isHeld } from '../cards/cards.ts'
import { sameInUsdt } from '../cards/money/bridge.ts'
import { type Emptied, emptyCard } from '../cards/money/emptying.ts'
import { type CardEnd, keepEnd, keepFlags } from '../cards/states/status.ts'
import type { CardTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { tell } from '../messages/messages.ts'

/** What of a card went to its wallet when it ended. */
export interface Ended {
  emptied: Emptied | null
  /** The row that shows it. */
  billId: string | null
}

/**
 * Ends a card for good: from this commit on it pays nothing. What is free on it goes to the wallet in the same commit;
 * what is on hold follows as it is released (`carryOut`), a debt stays, and so does what a freeze holds. One message tells
 * of both. The caller has locked the card.
 */
export async function endCard(
  db: Db,
  { card, status, eventId }: { card: CardTable; status: CardEnd; eventId: string },
): Promise<Ended> {
  await keepEnd(db, { cardId: card.id, status })
  const isKept = isHeld({ ...card, status })
  const emptied = isKept ? null : await emptyCard(db, card)
  const billId = emptied && (await showEmptied(db, card, emptied, 'transferred'))
  // Nobody chose it: the way to another card stands on its page.
  const isAnotherWanted = status === 'expired'
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'cardState',
    params: {
      status: isKept ? 'expiredHeld' : status,
      last4: card.last4,
      ...(emptied && { amount: format(sameInUsdt(emptied.usdMinor), 'USDT'), currency: 'USDT' }),
    },
    action:
      billId && !isAnotherWanted
        ? `/pages/bill/bill?id=${billId}`
        : `/pages/cardDetail/cardDetail?id=${card.id}`,
    eventKey: `card-state:${eventId}`,
  })
  return { emptied, billId }
}

/** Lets go of what was held on an expired card: it goes to the wallet now. The caller has locked the card. */
export async function releaseHeld(db: Db, card: CardTable): Promise<void> {
  const freed = await emptyCard(db, await keepFlags(db, card, { frozen_by_issuer: false }))
  if (freed) await showFreed(db, card, freed)
}

/** Shows and tells what followed an ended card to the wallet. */
export async function showFreed(db: Db, card: CardTable, freed: Emptied): Promise<void> {
  const billId = await showEmptied(db, card, freed, 'freed')
  await tell(db, {
    userId: card.user_id,
    kind: 'balance',
    noticeType: 'cardTransfer',
    params: {
      what: 'freed',
      amount: format(sameInUsdt(freed.usdMinor), 'USDT'),
      currency: 'USDT',
      last4: card.last4,
    },
    action: `/pages/bill/bill?id=${billId}`,
    eventKey: `card-freed:${freed.transferId}`,
  })
}

async function showEmptied(
  db: Db,
  card: CardTable,
  { transferId, usdMinor }: Emptied,
  what: 'transferred' | 'freed',
): Promise<string> {
  const usdtMinor = sameInUsdt(usdMinor)
  const { billId } = await writeBill(db, cardToWalletBill({ card, usdMinor, usdtMinor, transferId, what }))
  return billId
}
