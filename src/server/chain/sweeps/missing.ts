import { sql } from 'kysely'
import type { Coin } from '../../../contract/money.ts'
import { closeAlarm } from '../../alarms.ts'
import { type Db, transaction } from '../../database/database.ts'
import { newId } from '../../id.ts'
import { houseAccount, post } from '../../ledger/ledger.ts'
import { PlainError } from '../../plain-error.ts'
import { expectedAt, movingAt } from '../at-addresses.ts'
import type { Chain, ChainCoin } from '../chain.ts'
import { booked } from '../coins.ts'
import { cursorOf, lockCursor, Moved } from '../cursor.ts'
import type { Retire } from '../deposits/addresses.ts'
import { lockAddress } from './signing.ts'

/** What an address holds on the chain, in the block that our reader has come to. */
export interface Holdings {
  address: string
  at: { height: bigint; hash: string }
  held: (ChainCoin & { raw: bigint })[]
}

/**
 * Asks the chain what an address of ours holds. Throws when something has moved there in blocks that are not final: it may
 * be undone.
 */
export async function holdingsAt(
  db: Db,
  { chain, address }: { chain: Chain; address: string },
): Promise<Holdings> {
  const at = await cursorOf(db, chain.network)
  if (!at) throw new PlainError('The chain was never read.')
  const finalAt = at.height - BigInt(chain.confirmations) + 1n
  const held = await Promise.all(
    chain.coins.map(async coin => {
      const asked = { address, currency: coin.currency }
      const [raw, before] = await Promise.all(
        [at.height, finalAt > 0n ? finalAt : 0n].map(height => chain.balanceAt({ ...asked, height })),
      )
      if (raw !== before) throw new PlainError('Something moved there in the newest blocks: ask again later.')
      return { ...coin, raw: raw as bigint }
    }),
  )
  return { address, at, held }
}

/** What is missing of a coin, in the chain's own unit, and what of it the books have, in minor units. */
export interface Missing {
  currency: Coin
  raw: bigint
  minor: bigint
}

/**
 * Books what is missing at an address as stolen, a loss of the house: no customer's balance knows of it. What is left is swept
 * as ever. Throws when nothing is missing, while something is on its way, and when the chain has gone on since it was asked.
 */
export async function writeOffMissing(
  db: Db,
  { chain, holdings, retire }: { chain: Chain; holdings: Holdings; retire: Retire },
): Promise<Missing[]> {
  const { network } = chain
  const { address, at } = holdings
  return await transaction(db, async db => {
    await lockCursor(db, { network, expected: at }).catch(error => {
      if (!(error instanceof Moved)) throw error
      throw new PlainError('The chain has gone on meanwhile, or its reader has stopped: ask again.')
    })
    await lockAddress(db, address)
    if (await isUnderWay(db, { network, address }))
      throw new PlainError('Something is on its way to or from this address: ask again later.')
    const missing = await missingAt(db, { chain, holdings })
    if (missing.length === 0) throw new PlainError('This address holds what the books say.')
    for (const { currency, raw, minor } of missing) {
      const id = newId()
      const transferId = minor > 0n ? await postLoss(db, { id, currency, minor }) : null
      await sql`
        insert into address_losses (id, network, address, currency, amount_raw, amount_minor, block_height, transfer_id)
        values (${id}, ${network}, ${address}, ${currency}, ${raw}, ${minor}, ${at.height}, ${transferId})`.execute(
        db,
      )
    }
    await retire(db, address)
    await closeAlarm(db, { kind: 'sweep_unknown', subject: address })
    return missing
  })
}

/** What the books say is there less what is. */
export async function missingAt(
  db: Db,
  { chain, holdings: { address, held } }: { chain: Chain; holdings: Holdings },
): Promise<Missing[]> {
  const { rawByPlace } = await expectedAt(db, chain)
  return held.flatMap(({ currency, decimals, raw: found }) => {
    const should = rawByPlace.get(`${address} ${currency}`) ?? 0n
    if (should <= found) return []
    const minorOf = (amountRaw: bigint) => booked({ currency, amountRaw, decimals }).amountMinor
    return [{ currency, raw: should - found, minor: minorOf(should) - minorOf(found) }]
  })
}

/** A deposit that may still be undone, or a sweep: what the address holds is about to change in the books. */
async function isUnderWay(
  db: Db,
  { network, address }: { network: string; address: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from deposits where address = ${address} and status in ('seen', 'confirming') limit 1`.execute(db)
  return rows.length > 0 || (await movingAt(db, network)).has(address)
}

async function postLoss(
  db: Db,
  { id, currency, minor }: { id: string; currency: Coin; minor: bigint },
): Promise<string> {
  const { transferId } = await post(db, {
    idempotencyKey: `theft:${id}`,
    reason: 'theft-loss',
    entries: [
      { accountId: await houseAccount(db, { code: 'theft_loss', currency }), amountMinor: -minor },
      { accountId: await houseAccount(db, { code: 'chain', currency }), amountMinor: minor },
    ],
  })
  return transferId
}

/**
 * Takes a nonce of an address for used by what was booked as missing, when that is in a block which had been counted then.
 * False when nobody has booked it.
 */
export async function isWrittenOff(
  db: Db,
  { address, nonce, height, txHash }: { address: string; nonce: number; height: bigint; txHash: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into strange_nonces (address, nonce, tx_hash)
    select ${address}, ${nonce}, ${txHash}
    where exists (select from address_losses where address = ${address} and block_height >= ${height})
    on conflict (address, nonce) do update set tx_hash = excluded.tx_hash
    returning nonce`.execute(db)
  return rows.length > 0
}
