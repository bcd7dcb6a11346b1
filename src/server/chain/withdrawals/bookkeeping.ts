import type { Db } from '../../database/database.ts'
import type { Treasury } from '../treasury.ts'
import type { WithdrawalReason, WithdrawalRow } from './withdrawal-tables.ts'

/**
 * What follows from a withdrawal outside this noun: the ledger, bills, messages. Each is called in the transaction that
 * moves the withdrawal, which is given as it is then, and must have no effect outside it.
 */
export interface WithdrawalBooks {
  /** Why it may not leave now, asked right before it is signed and true until the commit; null when it may. */
  obstacle(db: Db, withdrawal: WithdrawalRow): Promise<WithdrawalReason | null>
  /** It waits for two operators. */
  held(db: Db, withdrawal: WithdrawalRow): Promise<void>
  /** Signed, and about to be handed to the network; more than once when prices rise. */
  signed(db: Db, withdrawal: WithdrawalRow, attempt: { number: number }): Promise<void>
  /** In a block, which may still be lost. */
  confirming(db: Db, withdrawal: WithdrawalRow): Promise<void>
  /** Its block was lost. */
  lost(db: Db, withdrawal: WithdrawalRow): Promise<void>
  /** Paid for good: what was reserved is charged. Gives the transfer. */
  done(db: Db, withdrawal: WithdrawalRow): Promise<{ transferId: string }>
  /** It will never be paid: what was reserved is given back. */
  failed(db: Db, withdrawal: WithdrawalRow): Promise<void>
  /** Its end, after it had failed, is lost: nothing of its customer may leave. */
  undone(db: Db, withdrawal: WithdrawalRow): Promise<void>
  /** Paid after what was reserved was given back: it is charged now. Null when too little is left; then they stand still. */
  owed(db: Db, withdrawal: WithdrawalRow): Promise<{ transferId: string } | null>
  /** What had failed is certain again: it is dead, or it is charged. */
  certain(db: Db, withdrawal: WithdrawalRow): Promise<void>
}

/** Who pays, from what, and who keeps the books. */
export interface Paying {
  db: Db
  treasury: Treasury
  books: WithdrawalBooks
}
