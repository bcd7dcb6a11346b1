import { sql } from 'kysely'
import { format } from '../../contract/money.ts'
import { beginFreeze, liftFreeze } from '../account/freezes.ts'
import { userById } from '../account/users.ts'
import { pauseWithdrawals } from '../account/withdrawal-pause.ts'
import { continueBill } from '../bills/bills.ts'
import type { Deposit } from '../chain/deposits/deposit.ts'
import type { Db } from '../database/database.ts'
import { lockCustomer } from '../database/lock-customer.ts'
import { newId } from '../id.ts'
import { enqueue } from '../jobs/queue/outbox.ts'
import { type SecurityEvent, securityLetter } from '../mail/letters/security.ts'
import { tell } from '../messages/messages.ts'

/**
 * Freezes and tells the customer of a lost deposit; they keep what was credited. Nothing of theirs moves until it is back
 * or operators have decided, since a payment that its sender had the chain forget is how one steals from whoever pays out
 * too soon. The freeze is in the commit that finds the loss: what was decided earlier is done.
 */
export async function tellLost(db: Db, deposit: Deposit): Promise<void> {
  const { userId } = deposit
  await lockCustomer(db, userId)
  await pauseFor(db, deposit)
  const isNews = await beginFreeze(db, { userId, by: 'loss' })
  if (isNews) await writeLetter(db, { userId, event: 'depositLost', detail: saidOf(deposit) })
  await tellOf(db, deposit, { state: 'lost', hasLetter: isNews })
}

/** Its transaction is in a block again. A customer who was never told of the loss is not told of this. */
export async function tellFound(db: Db, deposit: Deposit): Promise<void> {
  const { userId } = deposit
  if ((await toldOf(db, deposit)).at(-1) !== 'lost') return
  await lockCustomer(db, userId)
  if (!(await isWaiting(db, userId))) {
    await letGo(db, userId)
    await liftFreeze(db, { userId, by: 'loss' })
  }
  await tellOf(db, deposit, { state: 'found' })
}

/**
 * Operators have decided about a loss: once none of their customer waits for a decision, the account goes on, and
 * withdrawals wait a day. What else froze it stays.
 */
export async function goOnAfterLoss(db: Db, userId: string): Promise<void> {
  await lockCustomer(db, userId)
  if ((await isWaiting(db, userId)) || !(await liftFreeze(db, { userId, by: 'loss' }))) return
  await pauseWithdrawals(db, userId)
  await writeLetter(db, { userId, event: 'unfrozenByUs' })
  await tell(db, {
    userId,
    kind: 'system',
    noticeType: 'security',
    params: { event: 'unfrozenByUs', ...us },
    action: '/pages/safeCenter/safeCenter',
    eventKey: `security:${newId()}`,
    hasLetter: true,
  })
}

/**
 * Whether a deposit of theirs is lost, or back and not deep enough yet, and not booked as our loss; or a withdrawal that
 * had failed might be paid now, or was and is not charged.
 */
export async function isWaiting(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from deposits where user_id = ${userId} and loss_told_at is not null and loss_transfer_id is null
    union all select from withdrawals where user_id = ${userId} and undone_at is not null
    limit 1`.execute(db)
  return rows.length > 0
}

/** Pauses withdrawals, and remembers the pause there was before so that `letGo` can give it back. */
async function pauseFor(db: Db, { id, userId }: Deposit) {
  await sql`
    update deposits set hold_before = (
      select case when o.id is null then u.hold_until else o.hold_before end
      from users u left join deposits o on o.user_id = u.id and o.hold_set = u.hold_until
      where u.id = ${userId} limit 1
    ) where id = ${id}`.execute(db)
  await pauseWithdrawals(db, userId)
  await sql`
    update deposits set hold_set = u.hold_until from users u
    where u.id = deposits.user_id and deposits.id = ${id}`.execute(db)
}

/** Gives back the pause there was before losses made it longer, unless something else has paused them since. */
async function letGo(db: Db, userId: string) {
  await sql`
    update users u set hold_until = d.hold_before from deposits d
    where u.id = ${userId} and d.user_id = u.id and d.hold_set = u.hold_until`.execute(db)
}

const us = { device: 'Glaze', ip: '-' }

interface Letter {
  userId: string
  event: SecurityEvent
  detail?: string
}

function saidOf({ network, currency, amountMinor }: Deposit): string {
  return `${format(amountMinor, currency)} ${currency} (${network})`
}

/** By mail, whatever they have chosen to be told by mail: their money stands still. */
async function writeLetter(db: Db, { userId, detail, event }: Letter) {
  const { email, lang } = await userById(db, userId)
  const letter = securityLetter({ to: email, lang, event, detail, ...us, at: new Date() })
  await enqueue(db, 'send-letter', { ...letter, userId })
}

/** What the bill tells of the losses of its deposit, in order. */
async function toldOf(db: Db, { billId }: Deposit): Promise<string[]> {
  if (!billId) return []
  const bill = await db.selectFrom('bills').select('steps').where('id', '=', billId).executeTakeFirst()
  return bill?.steps.map(({ what }) => what).filter(what => what === 'lost' || what === 'found') ?? []
}

async function tellOf(
  db: Db,
  deposit: Deposit,
  { state, hasLetter = false }: { state: 'lost' | 'found'; hasLetter?: boolean },
) {
  const { id, userId, network, currency, amountMinor, billId } = deposit
  const before = await toldOf(db, deposit)
  if (billId) await continueBill(db, { billId, step: { what: state } })
  await tell(db, {
    userId,
    kind: 'balance',
    noticeType: 'deposit',
    params: { state, amount: format(amountMinor, currency), currency, chain: network },
    action: billId ? `/pages/bill/bill?id=${billId}` : '/pages/service/service',
    eventKey: `deposit-${state}:${id}:${before.length}`,
    hasLetter,
  })
}
