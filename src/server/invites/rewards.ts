import { sql } from 'kysely'
import { type Db, savepoint } from '../database/database.ts'
import { Overdrawn, openAccount, post } from '../ledger/ledger.ts'
import { marketingAccount } from './marketing.ts'
import type { RewardReason } from './tables.ts'

/** A reward that was paid just now. */
export interface Paid {
  referrerId: string
  amountMinor: bigint
  transferId: string
}

/**
 * Pays the reward for an invited person, once for ever, however often and from wherever it is asked: the row is
 * theirs alone and the transfer has its key. Nothing happens before they are certified and have recharged a card; what
 * waits since then is paid although they have left or their document has expired. Gives what was paid just now,
 * `waiting` when the money set aside is not enough, else null. Minor units of USDT; with 0 there
 * is no reward, then or later.
 */
export async function payReward(
  db: Db,
  { inviteeId, amountMinor }: { inviteeId: string; amountMinor: bigint },
): Promise<Paid | 'waiting' | null> {
  const qualifiedFor = await qualifiedBy(db, inviteeId)
  if (qualifiedFor) await owe(db, { inviteeId, referrerId: qualifiedFor, amountMinor })
  // What is owed stays owed, whatever has become of the invited person since.
  const reward = await db
    .selectFrom('rewards')
    .selectAll()
    .where('invitee_id', '=', inviteeId)
    .forUpdate()
    .executeTakeFirst()
  if (reward?.status !== 'waiting') return null
  const referrerId = reward.referrer_id
  const transferId = await pay(db, { inviteeId, referrerId, amountMinor: reward.amount_minor })
  await db
    .updateTable('rewards')
    .set(
      transferId
        ? { status: 'paid', reason: null, transfer_id: transferId, paid_at: sql<Date>`now()` }
        : { reason: 'no_funds' },
    )
    .where('invitee_id', '=', inviteeId)
    .execute()
  return transferId ? { referrerId, amountMinor: reward.amount_minor, transferId } : 'waiting'
}

/** There will be no reward for somebody who registers on a device of the person that invites them. */
export async function refuseReward(
  db: Db,
  { inviteeId, referrerId }: { inviteeId: string; referrerId: string },
): Promise<void> {
  await keepReward(db, { inviteeId, referrerId, amountMinor: 0n, reason: 'same_device' })
}

/** Those of these customers who were invited and who have no reward yet, paid, waiting or refused. */
export async function rewardlessAmong(db: Db, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = any (${userIds}::uuid[]) and referred_by_id is not null
      and not exists (select from rewards where invitee_id = users.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Who invited a person that is certified and has recharged a card by now; from the wallet or on chain. */
async function qualifiedBy(db: Db, inviteeId: string): Promise<string | null> {
  const { rows } = await sql<{ referred_by_id: string | null }>`
    select referred_by_id from users u where id = ${inviteeId}
      and exists (select from users r where r.id = u.referred_by_id and r.deleted_at is null)
      and exists (select from applicants a where a.user_id = u.id and a.status = 'approved')
      and (exists (select from recharges r where r.user_id = u.id) or exists (
        select from bills b where b.user_id = u.id and b.kind = 'remittance' and b.status = 'done'
      ))`.execute(db)
  return rows[0]?.referred_by_id ?? null
}

/** Writes down what is owed, or why nothing is; the first who comes decides. */
async function owe(db: Db, { amountMinor, ...pair }: Pair & { amountMinor: bigint }) {
  if (amountMinor === 0n) return await keepReward(db, { ...pair, amountMinor, reason: 'off' })
  const isSame = await isSamePerson(db, pair)
  await keepReward(db, {
    ...pair,
    amountMinor: isSame ? 0n : amountMinor,
    reason: isSame ? 'same_person' : null,
  })
}

async function keepReward(
  db: Db,
  { inviteeId, referrerId, amountMinor, reason }: Pair & { amountMinor: bigint; reason: RewardReason | null },
) {
  await db
    .insertInto('rewards')
    .values({
      invitee_id: inviteeId,
      referrer_id: referrerId,
      amount_minor: amountMinor,
      status: reason ? 'refused' : 'waiting',
      reason,
      transfer_id: null,
      paid_at: null,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

interface Pair {
  inviteeId: string
  referrerId: string
}

/** The same phone, or the same name and birthday, in two verified profiles, also where one's document has expired since. */
async function isSamePerson(db: Db, { inviteeId, referrerId }: Pair): Promise<boolean> {
  const { rows } = await sql`
    select from applicants a join applicants b on a.user_id = ${inviteeId} and b.user_id = ${referrerId}
    where a.status = 'approved' and b.status in ('approved', 'expired') and (
      (a.profile ->> 'areaCode' = b.profile ->> 'areaCode' and a.profile ->> 'phone' = b.profile ->> 'phone')
      or (lower(a.profile ->> 'firstName') = lower(b.profile ->> 'firstName')
        and lower(a.profile ->> 'lastName') = lower(b.profile ->> 'lastName')
        and a.profile ->> 'birthday' = b.profile ->> 'birthday')
    ) limit 1`.execute(db)
  return rows.length > 0
}

/** The transfer, or null when what is set aside is less. */
async function pay(
  db: Db,
  { inviteeId, referrerId, amountMinor }: Pair & { amountMinor: bigint },
): Promise<string | null> {
  const wallet = await openAccount(db, { kind: 'wallet', ownerId: referrerId, currency: 'USDT' })
  const entries = [
    { accountId: await marketingAccount(db), amountMinor: -amountMinor },
    { accountId: wallet, amountMinor },
  ]
  try {
    const transfer = { idempotencyKey: `reward:${inviteeId}`, reason: 'invite-reward', entries }
    return (await savepoint(db, () => post(db, transfer))).transferId
  } catch (error) {
    if (error instanceof Overdrawn) return null
    throw error
  }
}
