import { sql } from 'kysely'
import type { Coin } from '../../contract/money.ts'
import type { WithdrawalStatus } from '../../contract/withdrawal.ts'
import type { Db } from '../database/database.ts'
import type { Chain, ChainTransfer } from './chain.ts'
import { booked } from './coins.ts'
import type { ChainDisagreement } from './disagreement.ts'

/** A withdrawal as the chain should show it. */
export interface PaidOut {
  id: string
  status: WithdrawalStatus
  currency: Coin
  address: string
  receiveMinor: bigint
  nonce: bigint
  /** Every transaction that was ever signed for it. */
  txHashes: string[]
}

/** The withdrawals of a network that were ever signed. */
export async function paidOutOf(db: Db, network: string): Promise<PaidOut[]> {
  const { rows } = await sql<PaidOut>`
    select id, status, currency, address, receive_minor as "receiveMinor", nonce, array(
      select a.tx_hash from withdrawal_attempts a where a.withdrawal_id = w.id order by a.number
    ) as "txHashes"
    from withdrawals w where network = ${network} and nonce is not null order by nonce`.execute(db)
  return rows
}

/** Nonces that were used up without paying anybody, or of which nobody knows yet. */
export async function usedUpOf(db: Db, network: string): Promise<bigint[]> {
  const { rows } = await sql<{ nonce: bigint }>`
    select nonce from used_up_nonces where network = ${network} and pays_nothing is not false`.execute(db)
  return rows.map(({ nonce }) => nonce)
}

/**
 * The first withdrawal that the chain tells otherwise: one that is done has exactly one transaction that paid exactly
 * that, one that failed has none; and every payment of the hot wallet since our first is a withdrawal's.
 */
export async function wrongPayment(
  chain: Chain,
  { paidOut, usedUp, mined }: { paidOut: readonly PaidOut[]; usedUp: readonly bigint[]; mined: number },
): Promise<ChainDisagreement | null> {
  for (const each of paidOut) {
    const payments = (await Promise.all(each.txHashes.map(txHash => chain.transfersBy(txHash)))).flatMap(
      transfers => (transfers?.length ? [transfers] : []),
    )
    const found = payments.map(said).join('; ') || 'nothing'
    const allowed = allowedFor(each)
    if (allowed.includes(found)) continue
    return {
      rule: 'a withdrawal is paid once, as promised',
      id: each.id,
      expected: allowed.join(' or '),
      found,
    }
  }
  return strangePayment([...paidOut.map(({ nonce }) => nonce), ...usedUp], mined)
}

/** A nonce below what is mined that none of ours has: somebody else has our key. */
function strangePayment(known: readonly bigint[], mined: number): ChainDisagreement | null {
  const ours = new Set(known.map(Number))
  for (let nonce = known.map(Number).reduce((a, b) => Math.min(a, b), mined); nonce < mined; nonce++) {
    if (!ours.has(nonce)) {
      const rule = 'what the hot wallet pays is a withdrawal'
      return { rule, id: `nonce ${nonce}`, expected: 'a withdrawal', found: 'none' }
    }
  }
  return null
}

/** What its transactions may have paid together: while it is under way, one of both. */
function allowedFor({ status, receiveMinor, currency, address }: PaidOut): string[] {
  const promised = `${receiveMinor} ${currency} to ${address}`
  if (status === 'done') return [promised]
  return status === 'failed' ? ['nothing'] : [promised, 'nothing']
}

function said(transfers: readonly ChainTransfer[]): string {
  return transfers
    .map(transfer => {
      const { amountMinor, dustRaw } = booked(transfer)
      const rest = dustRaw > 0n ? ` and ${dustRaw} raw` : ''
      return `${amountMinor}${rest} ${transfer.currency} to ${transfer.to}`
    })
    .join(', ')
}
