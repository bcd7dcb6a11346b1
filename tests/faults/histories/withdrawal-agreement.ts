import { sql } from 'kysely'
import { expect } from 'vitest'
import { frozenBy } from '../../../src/server/account/freezes.ts'
import { signOn, strangelyMined } from '../../../src/server/chain/nonces.ts'
import { rawOfMinor } from '../../../src/server/chain/sweeps/sweep-terms.ts'
import type { WithdrawalRow } from '../../../src/server/chain/withdrawals/withdrawal-tables.ts'
import { approve } from '../../../src/server/jobs/review-withdrawal.ts'
import { balancesOf } from '../../../src/server/ledger/ledger.ts'
import {
  coins,
  confirmations,
  db,
  give,
  type History,
  hashesOf,
  later,
  rowsOf,
  wealth,
} from './withdrawal-history.ts'

/** What must hold at every moment. */
export async function stands({ node }: History) {
  const payments = node.payments().filter(({ amountMinor }) => amountMinor > 0n)
  for (const row of await rowsOf(node.treasury.network)) {
    const hashes = await hashesOf(row)
    const paid = payments.filter(({ txHash }) => hashes.includes(txHash))
    expect(paid.length).toBeLessThanOrEqual(1)
    if (row.status === 'failed' || row.status === 'cancelled') {
      expect(paid).toEqual([])
      // Given back: only when nothing signed for it can be in the chain any more.
      if (row.nonce !== null) expect(node.minedCount(confirmations)).toBeGreaterThan(Number(row.nonce))
    }
    if (row.status === 'done') {
      expect(paid).toMatchObject([
        { to: row.address, currency: row.currency, amountMinor: row.receive_minor },
      ])
    }
    if (row.nonce === null) expect(hashes).toEqual([])
  }
}

/** It has not ended, or where it ended is in no block any more. */
function isOpen({ ended_at, nonce, block_height, undone_at }: WithdrawalRow): boolean {
  return ended_at === null || undone_at !== null || (nonce !== null && block_height === null)
}

/** The node is well, the wallet full, time passes, operators do their work. */
export async function heal(history: History) {
  const { node, pay } = history
  node.silence(0)
  node.withhold(0)
  node.prune(false)
  node.setFloor(1_000_000_000n)
  give(history, 'USDT', 100_000_000_000n)
  give(history, 'ETH', 10_000_000_000n)
  for (let round = 0; round < 40; round++) {
    const open = (await rowsOf(node.treasury.network)).filter(isOpen)
    if (open.length === 0) return
    for (const { id, status, user_id } of open) {
      if ((status !== 'review' && status !== 'held') || (await frozenBy(db, user_id))) continue
      for (const operator of ['one', 'two']) await approve(db, { withdrawalId: id, operator, stage: status })
    }
    if ((await strangelyMined(db, node.treasury.network)) !== null) await signOn(db, node.treasury.network)
    await pay()
    node.mine()
    await pay()
    await later(history)
  }
}

export async function agree(history: History) {
  const { node, given, customers } = history
  const rows = await rowsOf(node.treasury.network)
  for (const { status } of rows) expect(['done', 'failed', 'cancelled']).toContain(status)
  for (const currency of coins) {
    const mine = rows.filter(row => row.currency === currency && row.status === 'done')
    const out = mine.reduce((sum, { receive_minor }) => sum + receive_minor, 0n)
    if (currency === 'USDT') expect((given.USDT as bigint) - node.balanceOf('USDT')).toBe(out)
    const paid = node.payments().filter(payment => payment.currency === currency)
    expect(paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(out)
    for (const { userId } of customers) {
      const account = (await balancesOf(db, userId)).find(account => account.currency === currency)
      const left = mine
        .filter(row => row.user_id === userId)
        .reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
      expect(account).toMatchObject({ balanceMinor: wealth[currency] - left, heldMinor: 0n })
    }
  }
  await agreeBills(rows)
  await agreeFees(history)
  // Every nonce that was given is used, so that nothing waits behind a hole.
  const nonces = rows.flatMap(({ nonce }) => (nonce === null ? [] : [Number(nonce)]))
  expect(node.minedCount()).toBeGreaterThan(Math.max(-1, ...nonces))
  expect(new Set(nonces).size).toBe(nonces.length)
}

/** What the wallet has spent beside what it paid out is in the books as fees, once for each nonce. */
async function agreeFees({ node, given, pay }: History) {
  await pay()
  const { network } = node.treasury
  const out = node.payments().filter(({ currency }) => currency === 'ETH')
  const outMinor = out.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const fees = await db.selectFrom('nonce_fees').selectAll().where('network', '=', network).execute()
  const spentRaw = rawOfMinor(given.ETH - outMinor) - (await node.treasury.feeBalance())
  expect(fees.reduce((sum, { fee_raw }) => sum + BigInt(fee_raw as string), 0n)).toBe(spentRaw)
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(-sum(e.amount_minor), 0)::bigint as minor
    from transfers t left join transfers r on r.id = t.reverses_id
      join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id and a.code = 'network_fees'
    where starts_with(coalesce(r.idempotency_key, t.idempotency_key), ${`nonce-fee:${network}:`})`.execute(db)
  expect(rows[0]?.minor).toBe(fees.reduce((sum, { fee_minor }) => sum + (fee_minor ?? 0n), 0n))
}

async function agreeBills(rows: readonly WithdrawalRow[]) {
  for (const { bill_id, fee_bill_id, status, transfer_id } of rows) {
    const bills = await db
      .selectFrom('bills')
      .select(['status', 'transfer_id'])
      .where('id', 'in', [bill_id, fee_bill_id])
      .execute()
    const shown = status === 'cancelled' ? 'reversed' : status
    expect(bills).toEqual(Array(2).fill({ status: shown, transfer_id }))
  }
}
