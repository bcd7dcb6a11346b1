import type { Db } from '../../database/database.ts'
import { newId } from '../../id.ts'
import { balanceOf, post } from '../../ledger/ledger.ts'
import type { CardTable } from '../tables.ts'
import { bridge, masterAccount } from './bridge.ts'

/** What went from a card to its wallet; USD minor units. */
export interface Emptied {
  transferId: string
  usdMinor: bigint
}

/**
 * Moves all that is free on a card to its wallet, one to one and without a fee; null when nothing is. What is on hold
 * stays, and so does a debt. The caller has locked the card and does this once.
 */
export async function emptyCard(db: Db, card: CardTable): Promise<Emptied | null> {
  const { availableMinor: usdMinor } = await balanceOf(db, card.account_id)
  if (usdMinor <= 0n) return null
  const walletAccountId = await masterAccount(db, card.user_id)
  const { transferId } = await post(db, {
    idempotencyKey: `card-to-wallet:${newId()}`,
    reason: 'card-to-wallet',
    entries: await bridge(db, { walletAccountId, cardAccountId: card.account_id, usdMinor: -usdMinor }),
  })
  return { transferId, usdMinor }
}
