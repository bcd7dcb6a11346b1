import { type DepositWorld, startDepositWorld } from './deposit-world.ts'

export let world: DepositWorld

/** Opens the database, the node and the reader: once for a file, before its tests. */
export async function begin() {
  world = await startDepositWorld()
}

/** Closes them, after its tests. */
export const end = () => world.close()

/** The books agree: after each test. */
export const check = () => world.check()

/** The deposit of a customer who has one. */
export async function depositOf(userId: string) {
  return await world.db
    .selectFrom('deposits')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}
