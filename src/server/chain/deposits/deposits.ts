import { sql } from 'kysely'
import { raiseAlarm } from '../../alarms.ts'
import type { Db } from '../../database/database.ts'
import { newId } from '../../id.ts'
import type { Chain, ChainBlock, ChainTransfer } from '../chain.ts'
import { booked, minimumByCoin } from '../coins.ts'
import { ownersOf } from './addresses.ts'
import { changeDeposit, type DepositBooks, type DepositRow, depositOf, detailOf } from './deposit.ts'
import { putAside, refusalOf } from './held.ts'
import { findLost } from './losses.ts'

/**
 * Writes down the transfers of a new block, each once by its transaction and place in it. What the books know as gas for a
 * sweep is none, whatever our wallet's address was then.
 */
export async function takeTransfers(
  db: Db,
  { chain, block, books }: { chain: Chain; block: ChainBlock; books: DepositBooks },
): Promise<void> {
  const { network } = chain
  if (block.transfers.length === 0) return
  const owners = await ownersOf(db, { network, addresses: block.transfers.map(({ to }) => to) })
  const known = await knownOf(db, { network, block })
  const gas = await gasAmong(
    db,
    block.transfers.map(({ txHash }) => txHash),
  )
  for (const transfer of block.transfers) {
    const owner = owners.get(transfer.to)
    if (!owner || (transfer.logIndex === -1 && gas.has(transfer.txHash))) continue
    const row = known.get(`${transfer.txHash}:${transfer.logIndex}`)
    if (row) await findAgain(db, { row, transfer, block, books })
    else await insert(db, { network, owner, transfer, block, books })
  }
}

async function insert(
  db: Db,
  {
    network,
    owner,
    transfer,
    block,
    books,
  }: {
    network: string
    owner: { userId: string; cardId: string | null }
    transfer: ChainTransfer
    block: ChainBlock
    books: DepositBooks
  },
) {
  const row = await db
    .insertInto('deposits')
    .values({
      id: newId(),
      network,
      tx_hash: transfer.txHash,
      log_index: transfer.logIndex,
      address: transfer.to,
      user_id: owner.userId,
      card_id: owner.cardId,
      currency: transfer.currency,
      ...amountsOf(transfer),
      ...placeOf(block),
      seen_at: new Date(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellOf(db, { row, books })
}

/** A transfer we have seen before: back from a lost block, or something is wrong. */
async function findAgain(
  db: Db,
  {
    row,
    transfer,
    block,
    books,
  }: { row: DepositRow; transfer: ChainTransfer; block: ChainBlock; books: DepositBooks },
) {
  const isSamePlace = row.address === transfer.to && row.currency === transfer.currency
  if (row.status === 'credited' && isSamePlace && row.amount_raw === `${transfer.amountRaw}`) {
    await findLost(db, { row, place: { block_height: block.height, block_hash: block.hash } })
  } else if (row.status === 'orphaned' && isSamePlace) {
    // Run again in another block, a contract may have paid another amount.
    const found = await changeDeposit(db, row, { ...amountsOf(transfer), ...placeOf(block) })
    await tellOf(db, { row: found, books })
  } else {
    if (row.status === 'orphaned') await changeDeposit(db, row, { ...placeOf(block), status: 'held' })
    const detail = {
      ...detailOf(row),
      found: { ...transfer, amountRaw: `${transfer.amountRaw}`, block: block.hash },
    }
    await raiseAlarm(db, { kind: 'deposit_changed', subject: row.id, detail })
  }
}

async function tellOf(db: Db, { row, books }: { row: DepositRow; books: DepositBooks }) {
  if (row.status === 'held') {
    return await raiseAlarm(db, { kind: 'deposit_absurd', subject: row.id, detail: detailOf(row) })
  }
  // Crumbs have no bill until they add up: anybody can send them, and would fill somebody's bills with them.
  if (row.amount_minor < minimumByCoin[row.currency] && !row.bill_id) return
  const refusal = await refusalOf(db, async () => {
    await changeDeposit(db, row, { bill_id: await books.seen(db, depositOf(row)) })
  })
  if (refusal !== null) await putAside(db, { row, books, refusal })
}

async function knownOf(db: Db, { network, block }: { network: string; block: ChainBlock }) {
  const { rows } = await sql<DepositRow>`
    select * from deposits
    where network = ${network} and tx_hash = any (${block.transfers.map(({ txHash }) => txHash)}::text[])
    order by id for update`.execute(db)
  return new Map(rows.map(row => [`${row.tx_hash}:${row.log_index}`, row]))
}

/** Those transactions by which our own wallet gave an address gas for a sweep. */
export async function gasAmong(db: Db, txHashes: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ tx_hash: string }>`
    select tx_hash from sweep_attempts where tx_hash = any (${txHashes}::text[])`.execute(db)
  return new Set(rows.map(({ tx_hash }) => tx_hash))
}

function amountsOf(transfer: ChainTransfer) {
  const { amountMinor, dustRaw, isAbsurd } = booked(transfer)
  return {
    amount_raw: transfer.amountRaw.toString(),
    amount_minor: amountMinor,
    dust: dustRaw.toString(),
    status: isAbsurd ? ('held' as const) : ('seen' as const),
  }
}

function placeOf({ height, hash }: ChainBlock) {
  return { block_height: height, block_hash: hash, confirms: 1 }
}
