import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Chain } from '../chain.ts'

/** Whose address it is: the wallet of a customer (`cardId` null), or one of their cards. */
export interface AddressOwner {
  userId: string
  cardId: string | null
}

/**
 * The deposit address of a wallet or card on this network; made at the first ask, and the same ever after unless it is
 * retired.
 */
export async function depositAddress(
  db: Db,
  { chain, owner }: { chain: Chain; owner: AddressOwner },
): Promise<string> {
  const found = await knownAddress(db, { chain, owner })
  if (found) return found
  const { rows } = await sql<{ derivation: number }>`
    select nextval('deposit_derivations')::integer as derivation`.execute(db)
  const derivation = (rows[0] as { derivation: number }).derivation
  // Whoever asks at the same time may be first; then this number stays unused.
  await db
    .insertInto('deposit_addresses')
    .values({
      address: chain.addressOf(derivation),
      network: chain.network,
      derivation,
      user_id: owner.userId,
      card_id: owner.cardId,
      created_at: new Date(),
      retired_at: null,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const made = await knownAddress(db, { chain, owner })
  if (!made) throw new Error('a deposit address that was made is not there')
  return made
}

/** Has an address given out no more and its owner told of it, in the caller's transaction; once, however often it is asked. */
export type Retire = (db: Db, address: string) => Promise<void>

/**
 * Gives an address out no more, since somebody else has paid from it: its owner is given another one. What comes to it still
 * is credited to them. Gives whose it was; null when it was retired before.
 */
export async function retire(db: Db, address: string): Promise<(AddressOwner & { network: string }) | null> {
  const row = await db
    .updateTable('deposit_addresses')
    .set({ retired_at: sql<Date>`now()` })
    .where('address', '=', address)
    .where('retired_at', 'is', null)
    .returning(['user_id', 'card_id', 'network'])
    .executeTakeFirst()
  return row ? { userId: row.user_id, cardId: row.card_id, network: row.network } : null
}

/** The owners of those addresses that are ours, retired or not. */
export async function ownersOf(
  db: Db,
  { network, addresses }: { network: string; addresses: readonly string[] },
): Promise<Map<string, AddressOwner>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await sql<{ address: string; user_id: string; card_id: string | null }>`
    select address, user_id, card_id from deposit_addresses
    where address = any (${addresses}::text[]) and network = ${network}`.execute(db)
  return new Map(rows.map(({ address, user_id, card_id }) => [address, { userId: user_id, cardId: card_id }]))
}

/** The deposit address that a wallet or card is given on this network, if it was given one. */
export async function knownAddress(
  db: Db,
  asked: { chain: Chain; owner: AddressOwner },
): Promise<string | undefined> {
  const row = await addresses(db, asked).where('retired_at', 'is', null).executeTakeFirst()
  return row?.address
}

/** All deposit addresses that a wallet or card was ever given on this network. */
export async function everyAddress(db: Db, asked: { chain: Chain; owner: AddressOwner }): Promise<string[]> {
  return (await addresses(db, asked).execute()).map(({ address }) => address)
}

function addresses(
  db: Db,
  { chain: { network }, owner: { userId, cardId } }: { chain: Chain; owner: AddressOwner },
) {
  return db
    .selectFrom('deposit_addresses')
    .select('address')
    .where('network', '=', network)
    .where('user_id', '=', userId)
    .where('card_id', cardId === null ? 'is' : '=', cardId)
}
