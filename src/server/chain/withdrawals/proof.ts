import { sql } from 'kysely'
import { isReadUpTo } from '../final.ts'
import type { NonceUse } from '../treasury.ts'
import type { Paying } from './bookkeeping.ts'
import { paymentOf } from './signing.ts'
import type { WithdrawalRow } from './withdrawal-tables.ts'

/** What can be shown of a signed withdrawal whose nonce is used. */
export type Proof =
  /** Another transaction has used it for good: this withdrawal can never be paid. */
  | { is: 'replaced'; by: NonceUse }
  /** Nothing has used it to this node, or another transaction that is not final yet to our reader. */
  | { is: 'early' }
  /** One of its own attempts has used it: it is paid, or failed in its block, and the node keeps the receipt back. */
  | { is: 'ours'; usedBy: string }
  /** The same payment has used it, signed before the books were those of a copy: from now on it is one of its attempts. */
  | { is: 'found'; usedBy: string }
  /** The node is silent, or does not show what has used it. */
  | { is: 'missing'; why: string }

/** Asks the chain what has used the nonce of a withdrawal. Silence proves nothing, and neither does a missing receipt. */
export async function proofOf(paying: Paying, row: WithdrawalRow): Promise<Proof> {
  const { id, nonce } = row
  const { db, treasury } = paying
  let use: NonceUse | null
  let head: bigint
  try {
    head = await treasury.head()
    use = await treasury.useOf(nonce as bigint, paymentOf(row))
  } catch (error) {
    return { is: 'missing', why: String(error) }
  }
  if (!use) return { is: 'early' }
  const own = await db
    .selectFrom('withdrawal_attempts')
    .select('tx_hash')
    .where('withdrawal_id', '=', id)
    .where('tx_hash', '=', use.txHash)
    .executeTakeFirst()
  if (own) return { is: 'ours', usedBy: use.txHash }
  if (use.carries) return await adopt(paying, id, use)
  const isDeep = head - use.height + 1n >= treasury.confirmations
  return isDeep && (await isReadUpTo(paying, use)) ? { is: 'replaced', by: use } : { is: 'early' }
}

/** Its bytes are not ours to hand on: another block has them, or none. */
async function adopt({ db }: Paying, withdrawalId: string, { txHash }: NonceUse): Promise<Proof> {
  await sql`
    insert into withdrawal_attempts
      (withdrawal_id, number, nonce, tx_hash, raw, max_fee_raw, max_priority_raw, cost_raw)
    select withdrawal_id, number + 1, nonce, ${txHash}, '', max_fee_raw, max_priority_raw, cost_raw
    from withdrawal_attempts where withdrawal_id = ${withdrawalId} order by number desc limit 1
    on conflict do nothing`.execute(db)
  return { is: 'found', usedBy: txHash }
}
