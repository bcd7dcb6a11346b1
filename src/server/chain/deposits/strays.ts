import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { newId } from '../../id.ts'
import type { ChainBlock, ChainStray } from '../chain.ts'
import { ownersOf } from './addresses.ts'
import type { DepositBooks } from './deposit.ts'

/** Customers are told of so many strange tokens a day: anybody can make and send them. */
const toldPerDay = 3

/**
 * Writes down transfers of tokens that we do not carry, each once by its transaction and place in it. They are never
 * credited. The customer is told the first time that a contract's token comes, and of few contracts a day.
 */
export async function takeStrays(
  db: Db,
  { network, block, books }: { network: string; block: ChainBlock; books: DepositBooks },
): Promise<void> {
  if (block.strays.length === 0) return
  const owners = await ownersOf(db, { network, addresses: block.strays.map(({ to }) => to) })
  for (const stray of block.strays) {
    const userId = owners.get(stray.to)?.userId
    if (!userId) continue
    const id = await keep(db, { network, block, stray, userId })
    if (!(await isNews(db, { userId, token: stray.token }))) continue
    await books.strayed(db, { ...stray, network, userId })
    await db.updateTable('strays').set({ told_at: sql<Date>`now()` }).where('id', '=', id).execute()
  }
}

/** A stray that is known is in another block now. */
async function keep(
  db: Db,
  {
    network,
    block: { height, hash },
    stray: { txHash, logIndex, token, to, amountRaw },
    userId,
  }: { network: string; block: ChainBlock; stray: ChainStray; userId: string },
): Promise<string> {
  const place = { block_height: height, block_hash: hash }
  const { id } = await db
    .insertInto('strays')
    .values({
      id: newId(),
      network,
      tx_hash: txHash,
      log_index: logIndex,
      token,
      address: to,
      user_id: userId,
      amount_raw: `${amountRaw}`,
      ...place,
      seen_at: sql<Date>`now()`,
      told_at: null,
    })
    .onConflict(conflict => conflict.columns(['network', 'tx_hash', 'log_index']).doUpdateSet(place))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function isNews(db: Db, { userId, token }: { userId: string; token: string }): Promise<boolean> {
  const { rows } = await sql<{ of_token: bigint; today: bigint }>`
    select count(*) filter (where token = ${token}) as of_token,
      count(*) filter (where told_at > now() - interval '1 day') as today
    from strays where user_id = ${userId} and told_at is not null`.execute(db)
  const told = rows[0]
  return told !== undefined && told.of_token === 0n && told.today < toldPerDay
}
