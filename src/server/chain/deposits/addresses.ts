import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Chain } from '../chain.ts'

/** Whose address it is: the wallet of a customer (`cardId` null), or one of their cards. */
export interface AddressOwner {
  userId: string
  cardId: string | null
}

/** The deposit address of a wallet or card on this network; made at the first ask, the same for ever after. */
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
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const made = await knownAddress(db, { chain, owner })
  if (!made) throw new Error('a deposit address that was made is not there')
  return made
}

/** The owners of those addresses that are ours. */
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

/** The deposit address that a wallet or card was given on this network, if it was. */
export async function knownAddress(
  db: Db,
  { chain, owner }: { chain: Chain; owner: AddressOwner },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('deposit_addresses')
    .select('address')
    .where('network', '=', chain.network)
    .where('user_id', '=', owner.userId)
    .where('card_id', owner.cardId === null ? 'is' : '=', owner.cardId)
    .executeTakeFirst()
  return row?.address
}
