import { sql } from 'kysely'
import { type Currency, scales } from '../../contract/money.ts'
import { type Db, prepared } from '../database/database.ts'
import { newId } from '../id.ts'
import type { AccountKind } from './tables.ts'

/** What an account holds: all of it, what open holds reserve, and the rest. Minor units of its currency. */
export interface Balance {
  balanceMinor: bigint
  heldMinor: bigint
  /** Below zero on a card after a forced transfer, and on accounts of the house; on nothing else. */
  availableMinor: bigint
}

/** An account of a customer and what it holds. */
export interface OwnedBalance extends Balance {
  accountId: string
  kind: Exclude<AccountKind, 'house'>
  code: string
  currency: Currency
}

/** Which account of a customer: `code` tells apart those of one kind and currency, such as cards. */
export interface AccountName {
  kind: Exclude<AccountKind, 'house'>
  ownerId: string
  currency: Currency
  code?: string
}

/** The id of the customer's account of that name, which is opened if there is none. However many ask, there is one. */
export async function openAccount(
  db: Db,
  { kind, ownerId, currency, code = '' }: AccountName,
): Promise<string> {
  return await open(db, { kind, owner_id: ownerId, currency, code, balance_minor: 0n })
}

/**
 * The id of our own account of that name (`fees`, `issuer`, `chain` …), which is opened if there is none. House accounts
 * may go below zero, keep no balance and are never locked: any number of transfers may name them at once.
 */
export async function houseAccount(
  db: Db,
  { code, currency }: { code: string; currency: Currency },
): Promise<string> {
  return await open(db, { kind: 'house', owner_id: null, currency, code, balance_minor: null })
}

/** As `houseAccount`, for several at once; the n-th id is the n-th account's. */
export async function houseAccounts(
  db: Db,
  named: readonly { code: string; currency: Currency }[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string; code: string; currency: string }>`${prepared}
    select id, code, currency from accounts
    where owner_id is null and code = any (${named.map(({ code }) => code)}::text[])`.execute(db)
  const ids: string[] = []
  for (const account of named) {
    const known = rows.find(row => row.code === account.code && row.currency === account.currency)
    ids.push(known?.id ?? (await houseAccount(db, account)))
  }
  return ids
}

/** What one account holds. A house account's balance is summed from its entries each time. Throws when there is none. */
export async function balanceOf(db: Db, accountId: string): Promise<Balance> {
  const row = await db
    .selectFrom('accounts')
    .select([
      'held_minor',
      sql<bigint>`coalesce(balance_minor, (
        select coalesce(sum(amount_minor), 0)::bigint from entries where account_id = accounts.id
      ))`.as('balance_minor'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return balanceIn(row)
}

/**
 * What these customers' accounts hold, by id, kept so until the transaction ends. Locked in id order, as by every verb.
 * House accounts and ids that nobody has are left out.
 */
export async function lockBalances(db: Db, accountIds: readonly string[]): Promise<Map<string, Balance>> {
  const { rows } = await sql<{ id: string; balance_minor: bigint; held_minor: bigint }>`${prepared}
    select id, balance_minor, held_minor from accounts
    where id = any (${accountIds}::uuid[]) and kind <> 'house' order by id for no key update`.execute(db)
  return new Map(rows.map(row => [row.id, balanceIn(row)]))
}

/** An account that was locked, and what it holds. */
export interface LockedBalance extends Balance {
  accountId: string
}

/** As `lockBalances`, of accounts known by name; the n-th is the n-th account's, null while nobody has opened it. */
export async function lockNamed(db: Db, named: readonly AccountName[]): Promise<(LockedBalance | null)[]> {
  const names = named.map(nameOf)
  const { rows } = await sql<{
    id: string
    name: string
    balance_minor: bigint
    held_minor: bigint
  }>`${prepared}
    select id, concat_ws(' ', kind, owner_id, currency, code) as name, balance_minor, held_minor from accounts
    where owner_id = any (${named.map(({ ownerId }) => ownerId)}::uuid[])
      and concat_ws(' ', kind, owner_id, currency, code) = any (${names}::text[])
    order by id for no key update`.execute(db)
  const locked = new Map(rows.map(row => [row.name, { accountId: row.id, ...balanceIn(row) }]))
  return names.map(name => locked.get(name) ?? null)
}

/** What each account of a customer holds, closed ones too, in the order they were opened; none where they have none. */
export async function balancesOf(db: Db, ownerId: string): Promise<OwnedBalance[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'kind', 'code', 'currency', 'balance_minor', 'held_minor'])
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    accountId: row.id,
    kind: row.kind as OwnedBalance['kind'],
    code: row.code,
    currency: row.currency as Currency,
    balanceMinor: row.balance_minor ?? 0n,
    heldMinor: row.held_minor,
    availableMinor: (row.balance_minor ?? 0n) - row.held_minor,
  }))
}

function balanceIn(row: { balance_minor: bigint; held_minor: bigint }): Balance {
  return {
    balanceMinor: row.balance_minor,
    heldMinor: row.held_minor,
    availableMinor: row.balance_minor - row.held_minor,
  }
}

/** As the database writes it with `concat_ws`. */
function nameOf({ kind, ownerId, currency, code = '' }: AccountName): string {
  return [kind, ownerId, currency, code].join(' ')
}

interface NewAccount {
  kind: AccountKind
  owner_id: string | null
  currency: Currency
  code: string
  balance_minor: bigint | null
}

async function open(db: Db, account: NewAccount): Promise<string> {
  if (!Object.hasOwn(scales, account.currency)) throw new Error(`the books do not know ${account.currency}`)
  // Found first: that is the usual case, and an attempt to insert would write even when it does nothing.
  const found = await find(db, account)
  if (found) return found
  await db
    .insertInto('accounts')
    .values({ id: newId(), ...account })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const opened = await find(db, account)
  if (!opened) throw new Error('an account that was opened is not there')
  return opened
}

async function find(db: Db, { owner_id, kind, code, currency }: NewAccount): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('owner_id', owner_id === null ? 'is' : '=', owner_id)
    .where('kind', '=', kind)
    .where('code', '=', code)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return row?.id
}
