import { sql } from 'kysely'
import { format } from '../../contract/money.ts'
import { holdWithdrawals, lockCustomer } from '../account/hold.ts'
import { continueBill } from '../bills/bills.ts'
import type { Deposit } from '../chain/deposit.ts'
import type { Db } from '../database.ts'
import { tell } from '../messages/messages.ts'

/**
 * The customer keeps what was credited; nothing leaves until a person has had a day to look, since a payment that its
 * sender had the chain forget is how one steals from whoever pays out too soon.
 */
export async function tellLost(db: Db, deposit: Deposit): Promise<void> {
  await lockCustomer(db, deposit.userId)
  await holdFor(db, deposit)
  await tellOf(db, deposit, 'lost')
}

/** Its transaction is in a block again. Who was never told of the loss is not told of this. */
export async function tellFound(db: Db, deposit: Deposit): Promise<void> {
  if ((await toldOf(db, deposit)).at(-1) !== 'lost') return
  await lockCustomer(db, deposit.userId)
  await letGo(db, deposit.userId)
  await tellOf(db, deposit, 'found')
}

async function holdFor(db: Db, { id, userId }: Deposit) {
  await sql`
    update deposits set hold_before = (
      select case when o.id is null then u.hold_until else o.hold_before end
      from users u left join deposits o on o.user_id = u.id and o.hold_set = u.hold_until
      where u.id = ${userId} limit 1
    ) where id = ${id}`.execute(db)
  await holdWithdrawals(db, userId)
  await sql`
    update deposits set hold_set = u.hold_until from users u
    where u.id = deposits.user_id and deposits.id = ${id}`.execute(db)
}

/** Gives back the hold that losses have made longer, once none of the customer's is left and nothing came in between. */
async function letGo(db: Db, userId: string) {
  await sql`
    update users u set hold_until = d.hold_before from deposits d
    where u.id = ${userId} and d.user_id = u.id and d.hold_set = u.hold_until and not exists (
      select from deposits l where l.user_id = u.id and l.lost_at is not null and l.loss_transfer_id is null
    )`.execute(db)
}

/** What the bill tells of the losses of its deposit, in order. */
async function toldOf(db: Db, { billId }: Deposit): Promise<string[]> {
  if (!billId) return []
  const bill = await db.selectFrom('bills').select('steps').where('id', '=', billId).executeTakeFirst()
  return bill?.steps.map(({ what }) => what).filter(what => what === 'lost' || what === 'found') ?? []
}

async function tellOf(db: Db, deposit: Deposit, state: 'lost' | 'found') {
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
  })
}
