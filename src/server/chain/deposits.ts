import { type Selectable, sql } from 'kysely'
import type { Coin } from '../../contract/money.ts'
import type { Db } from '../database.ts'
import { newId } from '../id.ts'
import { ownersOf } from './addresses.ts'
import { raiseAlarm, settleAlarm } from './alarms.ts'
import type { Chain, ChainBlock, ChainTransfer } from './chain.ts'
import { booked, minimumByCoin } from './coins.ts'
import type { DepositTable } from './tables.ts'

/** A deposit as the books need to know it. */
export interface Deposit {
  id: string
  network: string
  txHash: string
  logIndex: number
  userId: string
  cardId: string | null
  currency: Coin
  amountMinor: bigint
  confirms: number
  billId: string | null
}

/** A deposit that is in the books now. */
export interface Credit {
  depositId: string
  transferId: string
  billId: string
}

/**
 * What follows from a deposit outside this noun: bills, messages, the ledger. Each is called in the transaction that moves
 * the deposit and must have no effect outside it.
 */
export interface DepositBooks {
  /** Seen for the first time, or again after its block was lost. Gives the id of its bill. */
  seen(db: Db, deposit: Deposit): Promise<string>
  /** A second block stands on it. */
  confirming(db: Db, deposit: Deposit): Promise<void>
  /** Its block was lost before it was credited. */
  orphaned(db: Db, deposit: Deposit): Promise<void>
  /** To be credited now, all of them. */
  credit(db: Db, deposits: readonly Deposit[]): Promise<Credit[]>
}

type Row = Selectable<DepositTable>

/** Writes down the transfers of a new block, each once by its transaction and place in it. */
export async function takeTransfers(
  db: Db,
  { chain, block, books }: { chain: Chain; block: ChainBlock; books: DepositBooks },
): Promise<void> {
  const { network } = chain
  if (block.transfers.length === 0) return
  const owners = await ownersOf(db, { network, addresses: block.transfers.map(({ to }) => to) })
  const known = await knownOf(db, { network, block })
  for (const transfer of block.transfers) {
    const owner = owners.get(transfer.to)
    if (!owner) continue
    const row = known.get(`${transfer.txHash}:${transfer.logIndex}`)
    if (row) await findAgain(db, { row, transfer, block, books })
    else await insert(db, { network, owner, transfer, block, books })
  }
}

/** Counts confirmations at this height and credits what has enough of them and reaches its coin's minimum. */
export async function confirm(
  db: Db,
  { chain, height, books }: { chain: Chain; height: bigint; books: DepositBooks },
): Promise<void> {
  const { network, confirmations } = chain
  const open = await db
    .updateTable('deposits')
    .set({
      confirms: sql<number>`least(${height} - block_height + 1, ${confirmations})::integer`,
      status: sql<'seen'>`case when block_height < ${height} then 'confirming' else status end`,
    })
    .where('network', '=', network)
    .where('status', 'in', ['seen', 'confirming'])
    .returningAll()
    .execute()
  for (const row of open) {
    if (row.bill_id && row.block_height === height - 1n) await books.confirming(db, depositOf(row))
  }
  const due = open.filter(({ confirms }) => confirms >= confirmations).sort((a, b) => (a.id < b.id ? -1 : 1))
  if (due.length > 0) await creditDue(db, { due, books })
}

/** Undoes what lost blocks brought. What was credited stays credited, with an alarm: nothing is ever taken back unseen. */
export async function lose(
  db: Db,
  { network, above, books }: { network: string; above: bigint; books: DepositBooks },
): Promise<void> {
  await orphan(db, { network, above, books })
  const credited = await db
    .updateTable('deposits')
    .set({ lost_at: new Date() })
    .where('network', '=', network)
    .where('block_height', '>', above)
    .where('status', '=', 'credited')
    .where('lost_at', 'is', null)
    .returningAll()
    .execute()
  for (const row of credited)
    await raiseAlarm(db, { kind: 'deposit_lost', subject: row.id, detail: detailOf(row) })
}

/** Marks deposits of lost blocks that were not credited; they come back when they are found in another block. */
export async function orphan(
  db: Db,
  { network, above, books }: { network: string; above: bigint; books: DepositBooks },
): Promise<void> {
  const orphans = await db
    .updateTable('deposits')
    .set({ status: 'orphaned', confirms: 0 })
    .where('network', '=', network)
    .where('block_height', '>', above)
    .where('status', 'in', ['seen', 'confirming', 'below_min', 'held'])
    .returningAll()
    .execute()
  for (const row of orphans) if (row.bill_id) await books.orphaned(db, depositOf(row))
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
  }: { row: Row; transfer: ChainTransfer; block: ChainBlock; books: DepositBooks },
) {
  const isSamePlace = row.address === transfer.to && row.currency === transfer.currency
  if (row.status === 'credited' && isSamePlace && row.amount_raw === `${transfer.amountRaw}`) {
    await change(db, row, { block_height: block.height, block_hash: block.hash, lost_at: null })
    await settleAlarm(db, { kind: 'deposit_lost', subject: row.id })
  } else if (row.status === 'orphaned' && isSamePlace) {
    // Run again in another block, a contract may have paid another amount.
    const found = await change(db, row, { ...amountsOf(transfer), ...placeOf(block) })
    await tellOf(db, { row: found, books })
  } else {
    if (row.status === 'orphaned') await change(db, row, { ...placeOf(block), status: 'held' })
    const detail = {
      ...detailOf(row),
      found: { ...transfer, amountRaw: `${transfer.amountRaw}`, block: block.hash },
    }
    await raiseAlarm(db, { kind: 'deposit_changed', subject: row.id, detail })
  }
}

async function tellOf(db: Db, { row, books }: { row: Row; books: DepositBooks }) {
  if (row.status === 'held') {
    return await raiseAlarm(db, { kind: 'deposit_absurd', subject: row.id, detail: detailOf(row) })
  }
  // Crumbs have no bill until they add up: anybody can send them, and would fill somebody's bills with them.
  if (row.amount_minor < minimumByCoin[row.currency] && !row.bill_id) return
  const billId = await books.seen(db, depositOf(row))
  await change(db, row, { bill_id: billId })
}

/** Credits what reaches the minimum together with what waits at the same address; the rest begins to wait. */
async function creditDue(db: Db, { due, books }: { due: readonly Row[]; books: DepositBooks }) {
  const ready: Row[] = []
  for (const group of groupsOf(due)) {
    const [{ address, currency }] = group as [Row]
    const waiting = await db
      .selectFrom('deposits')
      .selectAll()
      .where('address', '=', address)
      .where('currency', '=', currency)
      .where('status', '=', 'below_min')
      .orderBy('id')
      .forUpdate()
      .execute()
    const all = [...waiting, ...group].filter(({ amount_minor }) => amount_minor > 0n)
    const isEnough = all.reduce((sum, { amount_minor }) => sum + amount_minor, 0n) >= minimumByCoin[currency]
    if (isEnough) ready.push(...all)
    for (const row of group)
      if (!isEnough || row.amount_minor === 0n) await change(db, row, { status: 'below_min' })
  }
  if (ready.length === 0) return
  for (const { depositId, transferId, billId } of await books.credit(db, ready.map(depositOf))) {
    await db
      .updateTable('deposits')
      .set({ status: 'credited', transfer_id: transferId, bill_id: billId, credited_at: new Date() })
      .where('id', '=', depositId)
      .execute()
  }
}

/** Deposits of one coin at one address, together. */
function groupsOf(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = `${row.address} ${row.currency}`
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return [...groups.values()]
}

async function knownOf(db: Db, { network, block }: { network: string; block: ChainBlock }) {
  const { rows } = await sql<Row>`
    select * from deposits
    where network = ${network} and tx_hash = any (${block.transfers.map(({ txHash }) => txHash)}::text[])
    order by id for update`.execute(db)
  return new Map(rows.map(row => [`${row.tx_hash}:${row.log_index}`, row]))
}

async function change(db: Db, { id }: Row, changed: Partial<Row>): Promise<Row> {
  const update = db.updateTable('deposits').set(changed).where('id', '=', id)
  return await update.returningAll().executeTakeFirstOrThrow()
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

function detailOf(row: Row) {
  const { network, tx_hash, log_index, address, currency, amount_raw, block_hash, status } = row
  const blockHeight = row.block_height.toString()
  return { network, tx_hash, log_index, address, currency, amount_raw, block_hash, blockHeight, status }
}

function depositOf(row: Row): Deposit {
  return {
    id: row.id,
    network: row.network,
    txHash: row.tx_hash,
    logIndex: row.log_index,
    userId: row.user_id,
    cardId: row.card_id,
    currency: row.currency,
    amountMinor: row.amount_minor,
    confirms: row.confirms,
    billId: row.bill_id,
  }
}
