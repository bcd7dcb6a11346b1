import { raiseAlarm } from '../../alarms.ts'
import type { Db } from '../../database/database.ts'
import type { Chain, ChainStray, ChainTransaction, ChainTransfer } from '../chain.ts'
import { cursorOf, keptHash } from '../cursor.ts'
import { ownersOf } from './addresses.ts'
import { gasAmong } from './deposits.ts'
import { depositsBy, type ShownDeposit } from './incoming.ts'

/** What a transaction is to a customer who looks for their money in it. */
export type Found =
  /** The node knows none of that hash. */
  | { state: 'unknown' }
  /** It is in no block yet. */
  | { state: 'waiting' }
  /** The chain refused it: nothing has moved. */
  | { state: 'failed' }
  /** Deposits of this customer, as they stand in the books. */
  | { state: 'deposited'; deposits: (ShownDeposit & { cardId: string | null })[] }
  /** It pays this customer in a block that we have not read, or are about to read anew. */
  | { state: 'reading' }
  /** It pays this customer, and is in no books: a person looks into it. */
  | { state: 'missed' }
  /** What came to this customer is a token that we do not carry. */
  | { state: 'stray'; strays: ChainStray[] }
  /** Nothing of it came to an address of this customer. */
  | { state: 'elsewhere'; transfers: ChainTransfer[] }

interface Search {
  chain: Pick<Chain, 'network'>
  userId: string
  txHash: string
  /** What the node says of that hash. */
  transaction: ChainTransaction | null
}

/**
 * Looks for a customer's money in a transaction that they name and the node has told of, in the books; moves nothing, asks
 * nobody else. One that should be in the books and is not raises an alarm (`deposit_missed`).
 */
export async function findDeposit(db: Db, { chain, userId, txHash, transaction }: Search): Promise<Found> {
  // Read before the books: a block that was taken by then has its deposits there.
  const isRead = await wasRead(db, { chain, transaction })
  const deposits = await depositsBy(db, { userId, txHash })
  // What is in the books is told as they have it, also when the chain has lost it since.
  if (deposits.length > 0) return { state: 'deposited', deposits }
  if (!transaction) return { state: 'unknown' }
  if (!transaction.block) return { state: 'waiting' }
  if (!transaction.isDone) return { state: 'failed' }
  const { transfers, strays } = await ownOf(db, { chain, userId, transaction })
  if (transfers.length === 0)
    return strays.length > 0
      ? { state: 'stray', strays }
      : { state: 'elsewhere', transfers: transaction.transfers }
  if (!isRead) return { state: 'reading' }
  const { height, hash } = transaction.block
  const detail = {
    network: chain.network,
    height: `${height}`,
    hash,
    addresses: transfers.map(({ to }) => to),
  }
  await raiseAlarm(db, { kind: 'deposit_missed', subject: txHash, detail })
  return { state: 'missed' }
}

/** Whether the reader has taken the very block that the node has it in. */
async function wasRead(
  db: Db,
  { chain: { network }, transaction }: Pick<Search, 'chain' | 'transaction'>,
): Promise<boolean> {
  if (!transaction?.block) return false
  const { height, hash } = transaction.block
  const [cursor, kept] = await Promise.all([cursorOf(db, network), keptHash(db, { network, height })])
  if (!cursor || cursor.stopped || cursor.height < height) return false
  return !kept || kept === hash
}

/** What of it came to this customer. Gas that our own wallet gave an address for a sweep is nobody's money. */
async function ownOf(
  db: Db,
  {
    chain: { network },
    userId,
    transaction: { transfers, strays },
  }: Pick<Search, 'chain' | 'userId'> & { transaction: ChainTransaction },
): Promise<Pick<ChainTransaction, 'transfers' | 'strays'>> {
  const addresses = [...new Set([...transfers, ...strays].map(({ to }) => to))]
  const owners = await ownersOf(db, { network, addresses })
  const gas = await gasAmong(
    db,
    transfers.map(({ txHash }) => txHash),
  )
  const isOwn = ({ to }: { to: string }) => owners.get(to)?.userId === userId
  const isGas = ({ txHash, logIndex }: ChainTransfer) => logIndex === -1 && gas.has(txHash)
  return { transfers: transfers.filter(one => isOwn(one) && !isGas(one)), strays: strays.filter(isOwn) }
}
