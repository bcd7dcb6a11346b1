import { sql } from 'kysely'
import { type Currency, format } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { balancesOf } from '../ledger/ledger.ts'
import { PlainError } from '../plain-error.ts'
import { customerBy } from './customer.ts'

/** The accounts of a customer with what they hold. */
export async function accountsOf(db: Db, who: string) {
  const user = await customerBy(db, who)
  const cards = await db
    .selectFrom('cards')
    .select(['account_id', 'last4'])
    .where('user_id', '=', user.id)
    .execute()
  const last4ByAccount = new Map(cards.map(({ account_id, last4 }) => [account_id, last4]))
  return (await balancesOf(db, user.id)).map(
    ({ accountId, kind, currency, balanceMinor, heldMinor, availableMinor }) => ({
      id: accountId,
      kind,
      card: last4ByAccount.get(accountId) ?? '',
      currency,
      balance: format(balanceMinor, currency),
      held: format(heldMinor, currency),
      available: format(availableMinor, currency),
    }),
  )
}

/** The latest entries of an account, newest first. */
export async function entriesOf(db: Db, accountId: string, limit: number) {
  const { rows } = await sql<{
    transfer: string
    at: Date
    reason: string
    amount_minor: bigint
    currency: string
    reverses: string | null
  }>`
    select t.id as transfer, t.created_at as at, t.reason, e.amount_minor, a.currency, t.reverses_id as reverses
    from entries e join transfers t on t.id = e.transfer_id join accounts a on a.id = e.account_id
    where e.account_id = ${accountId} order by t.created_at desc, t.id desc limit ${limit}`.execute(db)
  return rows.map(({ amount_minor, currency, ...row }) => ({
    ...row,
    amount: format(amount_minor, currency as Currency),
    currency,
  }))
}

/** Every entry of a transfer; whose an account is, is told by the customer's id alone. */
export async function transferOf(db: Db, transferId: string) {
  const { rows } = await sql<{
    reason: string
    at: Date
    account: string
    place: string
    owner: string | null
    amount_minor: bigint
    currency: string
  }>`
    select t.reason, t.created_at as at, a.id as account,
      case a.kind when 'house' then 'house ' || a.code else a.kind end as place, a.owner_id as owner, e.amount_minor, a.currency
    from transfers t join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
    where t.id = ${transferId} order by e.amount_minor`.execute(db)
  if (rows.length === 0) throw new PlainError('There is no transfer with this id.')
  return rows.map(({ amount_minor, currency, ...row }) => ({
    ...row,
    amount: format(amount_minor, currency as Currency),
    currency,
  }))
}
