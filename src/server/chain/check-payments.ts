import { sql } from 'kysely'
import type { Coin } from '../../contract/money.ts'
import type { WithdrawalStatus } from '../../contract/withdrawal.ts'
import type { Db } from '../database/database.ts'
import type { Chain, ChainTransfer } from './chain.ts'
import { booked } from './coins.ts'
import type { ChainDisagreement } from './disagreement.ts'
import type { SweepRow } from './sweeps/sweep-tables.ts'

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

/** A sweep, or gas for one, as the chain should show it. */
export type Swept = PaidOut & { kind: SweepRow['kind'] }

/** The withdrawals of a network that were ever signed. */
export async function paidOutOf(db: Db, network: string): Promise<PaidOut[]> {
  const { rows } = await sql<PaidOut>`
    select id, status, currency, address, receive_minor as "receiveMinor", nonce, array(
      select a.tx_hash from withdrawal_attempts a where a.withdrawal_id = w.id order by a.number
    ) as "txHashes"
    from withdrawals w where network = ${network} and nonce is not null order by nonce`.execute(db)
  return rows
}

/** What was signed to sweep, and gas for it. */
export async function sweptOf(db: Db, network: string): Promise<Swept[]> {
  const { rows } = await sql<Swept>`
    select id, kind, case status when 'sent' then 'confirming' else status end as status, currency,
      to_address as address, amount_minor as "receiveMinor", nonce, array(
        select a.tx_hash from sweep_attempts a where a.sweep_id = s.id order by a.number
      ) as "txHashes"
    from sweeps s where network = ${network} order by created_at, id`.execute(db)
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
 * that, one that failed has none; and every payment of the hot wallet since our first is a withdrawal's, or gas for a sweep.
 */
export async function wrongPayment(
  chain: Chain,
  {
    paidOut,
    swept,
    usedUp,
    mined,
  }: { paidOut: readonly PaidOut[]; swept: readonly Swept[]; usedUp: readonly bigint[]; mined: number },
): Promise<ChainDisagreement | null> {
  const gas = swept.flatMap(({ kind, nonce }) => (kind === 'gas' ? [nonce] : []))
  return (
    (await wrongAmong(chain, paidOut, 'a withdrawal is paid once, as promised')) ??
    strangePayment([...paidOut.map(({ nonce }) => nonce), ...gas, ...usedUp], mined)
  )
}

/** The first sweep, or gas for one, that the chain tells otherwise. */
export async function wrongSweep(chain: Chain, swept: readonly Swept[]): Promise<ChainDisagreement | null> {
  return await wrongAmong(chain, swept, 'a sweep moves once what the books say')
}

async function wrongAmong(
  chain: Chain,
  all: readonly PaidOut[],
  rule: string,
): Promise<ChainDisagreement | null> {
  for (const each of all) {
    const payments = (await Promise.all(each.txHashes.map(txHash => chain.transfersBy(txHash)))).flatMap(
      transfers => (transfers?.length ? [transfers] : []),
    )
    const found = payments.map(said).join('; ') || 'nothing'
    const allowed = allowedFor(each)
    if (allowed.includes(found)) continue
    return { rule, id: each.id, expected: allowed.join(' or '), found }
  }
  return null
}

/** A nonce below what is mined that none of ours has: somebody else has our key. */
function strangePayment(known: readonly bigint[], mined: number): ChainDisagreement | null {
  const ours = new Set(known.map(Number))
  for (let nonce = known.map(Number).reduce((a, b) => Math.min(a, b), mined); nonce < mined; nonce++) {
    if (!ours.has(nonce)) {
      const rule = 'what the hot wallet pays is a withdrawal, or gas for a sweep'
      return { rule, id: `nonce ${nonce}`, expected: 'a payment of the books', found: 'none' }
    }
  }
  return null
}

/** What its transactions may have paid together: while it is under way, one of both. */
function allowedFor({ status, receiveMinor, currency, address }: PaidOut): string[] {
  const promised = receiveMinor > 0n ? `${receiveMinor} ${currency} to ${address}` : 'nothing'
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
