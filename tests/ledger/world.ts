import { expect } from 'vitest'
import type { Db } from '../../src/server/database.ts'
import { gathered } from '../../src/server/gathering.ts'
import { newId } from '../../src/server/id.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import {
  type AccountName,
  type Entry,
  houseAccount,
  openAccount,
  post,
  postAll,
  type Transfer,
} from '../../src/server/ledger/ledger.ts'

/** A key nobody has used. */
export const newKey = () => `test:${newId()}`

/** Opens an account of a new customer with that much on it, from our `chain` account. */
export async function funded(
  db: Db,
  amountMinor: bigint,
  { kind = 'wallet', currency = 'USDT' }: Partial<Pick<AccountName, 'kind' | 'currency'>> = {},
): Promise<string> {
  const accountId = await openAccount(db, { kind, ownerId: newId(), currency })
  if (amountMinor === 0n) return accountId
  const chain = await houseAccount(db, { code: 'chain', currency })
  await post(db, {
    idempotencyKey: newKey(),
    reason: 'deposit',
    entries: move(chain, accountId, amountMinor),
  })
  return accountId
}

/** Posts as decisions do: what comes while a commit is under way shares the next one. */
export const postGathered = gathered(
  async (db, transfers: readonly Transfer[]) => await postAll(db, transfers),
  { max: 128, apart: ({ idempotencyKey }) => idempotencyKey },
)

/** The two entries that take an amount from one account to another. */
export function move(from: string, to: string, amountMinor: bigint): Entry[] {
  return [
    { accountId: from, amountMinor: -amountMinor },
    { accountId: to, amountMinor },
  ]
}

/** Ends every suite: the books agree, whatever was tried. */
export async function expectBooksAgree(db: Db) {
  expect((await checkLedger(db)).disagreement).toBeNull()
}
