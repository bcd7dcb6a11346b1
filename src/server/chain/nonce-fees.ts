import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { inTurn } from '../in-turn.ts'
import { postFee, returnFee } from './fees.ts'
import { isFinal, whileRead } from './final.ts'
import type { Fate, Treasury } from './treasury.ts'

/** Who has paid the fees, and where that is kept. */
interface Wallet {
  db: Db
  treasury: Treasury
}

const aRound = 100

/**
 * Books what the network took for what the hot wallet has sent: once for each nonce that was given away and is used for good,
 * whatever has used it. Nonces from before these fees were booked are booked alike. The newest come first: those whose
 * transactions the node has forgotten hold up none.
 */
export async function bookNonceFees(wallet: Wallet): Promise<void> {
  const { db, treasury } = wallet
  const { network, confirmations } = treasury
  if ((await openFees(db, { network, below: null, limit: 1 })).length === 0) return
  const usedForGood = await treasury.minedCount(confirmations)
  const nonces = await openFees(db, { network, below: usedForGood, limit: aRound })
  await inTurn(nonces, nonce => bookOne(wallet, nonce))
}

async function bookOne({ db, treasury }: Wallet, nonce: bigint): Promise<void> {
  const use = await whatUsed({ db, treasury }, nonce)
  if (!use || !(await isFinal({ db, treasury }, use.fate))) return
  const { network } = treasury
  const { txHash, fate } = use
  await whileRead({ db, treasury }, fate, async ({ db }) => {
    const { rows } = await sql<{ endings: number }>`
      select endings from nonce_fees
      where network = ${network} and nonce = ${nonce} and fee_raw is null for update`.execute(db)
    const [open] = rows
    if (!open) return
    const key = `nonce-fee:${network}:${nonce}:${open.endings}`
    await db
      .updateTable('nonce_fees')
      .set({
        ...(await postFee(db, { key, feeRaw: fate.feeRaw })),
        tx_hash: txHash,
        block_height: fate.height,
        block_hash: fate.blockHash,
        endings: open.endings + 1,
      })
      .where('network', '=', network)
      .where('nonce', '=', nonce)
      .execute()
  })
}

/** The transaction with a nonce that is in a block: one of ours as a rule, else what the chain itself shows. */
async function whatUsed(
  { db, treasury }: Wallet,
  nonce: bigint,
): Promise<{ txHash: string; fate: Fate } | null> {
  for (const txHash of await signedWith(db, { network: treasury.network, nonce })) {
    const fate = await treasury.fateOf(txHash)
    if (fate) return { txHash, fate }
  }
  const use = await treasury.useOf(nonce)
  const fate = use && (await treasury.fateOf(use.txHash))
  return fate && { txHash: use.txHash, fate }
}

/** All that the books know to carry a nonce, the newest first. */
async function signedWith(db: Db, { network, nonce }: { network: string; nonce: bigint }): Promise<string[]> {
  const { rows } = await sql<{ tx_hash: string }>`
    select tx_hash from (
      select a.tx_hash, a.number from withdrawals w join withdrawal_attempts a on a.withdrawal_id = w.id
      where w.network = ${network} and w.nonce = ${nonce}
      union all
      select a.tx_hash, a.number from sweeps s join sweep_attempts a on a.sweep_id = s.id
      where s.network = ${network} and s.nonce = ${nonce} and s.kind = 'gas'
      union all
      select tx_hash, number from nonce_fillers where network = ${network} and nonce = ${nonce}
      union all
      select tx_hash, 0 from used_up_nonces where network = ${network} and nonce = ${nonce} and tx_hash is not null
    ) known order by number desc`.execute(db)
  return rows.map(({ tx_hash }) => tx_hash)
}

/** Nonces whose fee is not in the books, the highest first; of those below one, if it is given. */
async function openFees(
  db: Db,
  { network, below, limit }: { network: string; below: number | null; limit: number },
): Promise<bigint[]> {
  const rows = await db
    .selectFrom('nonce_fees')
    .select('nonce')
    .where('network', '=', network)
    .where('fee_raw', 'is', null)
    .$if(below !== null, rows => rows.where('nonce', '<', BigInt(below as number)))
    .orderBy('nonce', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ nonce }) => nonce)
}

/** Fees that were paid in blocks that are lost are booked back; they are booked again once their nonces are used again. */
export async function loseNonceFees(
  db: Db,
  { network, above }: { network: string; above: bigint },
): Promise<void> {
  const { rows } = await sql<{ nonce: bigint; transfer_id: string | null }>`
    select nonce, transfer_id from nonce_fees
    where network = ${network} and block_height > ${above} order by nonce for update`.execute(db)
  for (const { nonce, transfer_id: transferId } of rows) {
    if (transferId) await returnFee(db, transferId)
    await sql`
      update nonce_fees set tx_hash = null, block_height = null, block_hash = null, fee_raw = null, fee_minor = null,
        transfer_id = null
      where network = ${network} and nonce = ${nonce}`.execute(db)
  }
}
