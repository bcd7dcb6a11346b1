import { type Db, openDatabase } from '../../src/server/database/database.ts'
import { newId } from '../../src/server/id.ts'
import { houseAccount, openAccount, post } from '../../src/server/ledger/ledger.ts'
import { postGathered } from '../fixtures/ledger/world.ts'

const customers = 2000

/** Accounts with money on them, and transfers between them, gathered as decisions are: many in one commit. */
export async function openLedgerLoad(url: string) {
  const db = openDatabase({ url, max: 4 })
  const fees = await houseAccount(db, { code: 'fees', currency: 'USDT' })
  const accounts = await fundedAccounts(db)
  const desk = openDatabase({ url, max: 1 })
  const pick = (from: number) => accounts[from + Math.floor(Math.random() * (customers / 2))] as string

  return {
    /** One transfer between two customers; with a fee it also pays the account that all pay. */
    async transfer({ hasFee }: { hasFee: boolean }): Promise<void> {
      const [from, to] = [pick(0), pick(customers / 2)]
      const entries = [
        { accountId: from, amountMinor: hasFee ? -6n : -5n },
        { accountId: to, amountMinor: 5n },
        ...(hasFee ? [{ accountId: fees, amountMinor: 1n }] : []),
      ]
      await postGathered(desk, { idempotencyKey: newId(), reason: 'transfer', entries })
    },
  }
}

async function fundedAccounts(db: Db): Promise<string[]> {
  const chain = await houseAccount(db, { code: 'chain', currency: 'USDT' })
  const accounts: string[] = []
  for (let i = 0; i < customers; i++) {
    const accountId = await openAccount(db, { kind: 'wallet', ownerId: newId(), currency: 'USDT' })
    const amountMinor = 1_000_000_000_000n
    const entries = [
      { accountId: chain, amountMinor: -amountMinor },
      { accountId, amountMinor },
    ]
    await post(db, { idempotencyKey: newId(), reason: 'deposit', entries })
    accounts.push(accountId)
  }
  return accounts
}
