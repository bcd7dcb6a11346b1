import { withdrawalBooks } from '../across/withdrawal-books.ts'
import { holdStopped } from '../chain/withdrawals/holding.ts'
import { inTurn } from '../in-turn.ts'
import type { World } from '../world.ts'

/** Holds what a customer has asked for and what is not signed, once their account is frozen: days may be left of its wait. */
export async function holdWithdrawals(
  { db, treasury }: Pick<World, 'db' | 'treasury'>,
  { userId }: { userId: string },
): Promise<void> {
  const queued = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'queued')
    .orderBy('id')
    .execute()
  const books = withdrawalBooks(treasury)
  await inTurn(queued, ({ id }) => holdStopped({ db, books }, id))
}
