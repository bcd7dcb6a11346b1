import type { Selectable } from 'kysely'
import type { Coin } from '../../../contract/money.ts'
import type { Db } from '../../database/database.ts'
import type { ChainStray } from '../chain.ts'
import type { DepositTable } from '../tables.ts'
import type { WithdrawalRow } from '../withdrawals/withdrawal-tables.ts'

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
 * What follows outside this noun (bills, messages, the ledger) from what the reader of the chain finds: from deposits, and
 * from the two things that it finds beside them, stray tokens and the lost end of a withdrawal. Each is called in the
 * transaction that writes the finding down and must have no effect outside it.
 */
export interface DepositBooks {
  /** Seen for the first time, or again after its block was lost. Gives the id of its bill. */
  seen(db: Db, deposit: Deposit): Promise<string>
  /** A second block stands on it. */
  confirming(db: Db, deposit: Deposit): Promise<void>
  /** Its block was lost before it was credited. */
  orphaned(db: Db, deposit: Deposit): Promise<void>
  /** To be credited now, all of them or none. */
  credit(db: Db, deposits: readonly Deposit[]): Promise<Credit[]>
  /** It could not be credited, and waits for a person. */
  held(db: Db, deposit: Deposit): Promise<void>
  /** Its block was lost after it was credited, which finality was to rule out: nothing of its customer may leave. */
  lost(db: Db, deposit: Deposit): Promise<void>
  /** It was lost after it was credited, and is in a block again, as deep as one that is credited. */
  found(db: Db, deposit: Deposit): Promise<void>
  /** The end of a withdrawal that had failed is lost: it might be paid after its money was given back. */
  undone(db: Db, withdrawal: WithdrawalRow): Promise<void>
  /** A token that we do not carry came to an address of the customer, who is to be told. */
  strayed(db: Db, stray: { userId: string; network: string } & ChainStray): Promise<void>
}

/** A deposit as it is stored. */
export type DepositRow = Selectable<DepositTable>

/** A stored deposit as the books need to know it. */
export function depositOf(row: DepositRow): Deposit {
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

/** A deposit, locked until the transaction ends; undefined where there is none. */
export async function lockDeposit(db: Db, depositId: string): Promise<DepositRow | undefined> {
  const deposit = db.selectFrom('deposits').selectAll().where('id', '=', depositId)
  return await deposit.forUpdate().executeTakeFirst()
}

/** What an alarm about a deposit says of it. */
export function detailOf(row: DepositRow) {
  const { network, tx_hash, log_index, address, currency, amount_raw, block_hash, status } = row
  const blockHeight = row.block_height.toString()
  return { network, tx_hash, log_index, address, currency, amount_raw, block_hash, blockHeight, status }
}

/** Changes a stored deposit and gives it as it is then. */
export async function changeDeposit(
  db: Db,
  { id }: Pick<DepositRow, 'id'>,
  changed: Partial<DepositRow>,
): Promise<DepositRow> {
  const update = db.updateTable('deposits').set(changed).where('id', '=', id)
  return await update.returningAll().executeTakeFirstOrThrow()
}
