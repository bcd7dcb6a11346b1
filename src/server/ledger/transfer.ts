import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { Overdrawn } from './exceptions.ts'

/** One signed line: what an account receives (positive) or gives (negative), in its currency's minor units. */
export interface Entry {
  accountId: string
  amountMinor: bigint
}

/** A movement to post. Its entries name each account once and add up to zero in each currency. */
export interface Transfer {
  /** Its id, where somebody has to know it before it is posted; a new one by default. A replay keeps the first. */
  transferId?: string
  /** 1 to 200 printable ASCII characters without spaces; unique among all transfers. */
  idempotencyKey: string
  /** Why, in a word or two of the glossary: `recharge`, `card-fee`. 1 to 100 printable ASCII characters. */
  reason: string
  entries: readonly Entry[]
  /** The transfer this one undoes; the entries must be its mirror. */
  reverses?: string
  /** Lets debits take *cards* below zero: for what has already happened at the issuer. Wallets never go below. */
  forced?: boolean
}

/** More than this in one entry is more than anybody has: 10^18 minor units, a ninth of what the column holds. */
const largestMinor = 10n ** 18n

/** Fails loudly on what no caller may send, and refuses amounts beyond anybody's means as an overdraft. */
export function checkTransfer({ idempotencyKey, reason, entries }: Transfer) {
  checkKey(idempotencyKey)
  checkReason(reason)
  assert(entries.length >= 2, 'a transfer has two entries at least')
  assert.equal(
    new Set(entries.map(entry => entry.accountId)).size,
    entries.length,
    'an account is named once',
  )
  assert(
    entries.every(entry => entry.amountMinor !== 0n),
    'an entry has an amount',
  )
  assert.equal(
    entries.reduce((sum, entry) => sum + entry.amountMinor, 0n),
    0n,
    'entries add up to zero',
  )
  for (const { accountId, amountMinor } of entries) checkSize(accountId, amountMinor)
}

/** Refuses an amount that no account can have. */
export function checkSize(accountId: string, amountMinor: bigint) {
  if (amountMinor > largestMinor || amountMinor < -largestMinor) throw new Overdrawn(accountId)
}

/** Fails loudly on a key that is not 1 to 200 printable ASCII characters without spaces. */
export function checkKey(idempotencyKey: string) {
  assert.match(idempotencyKey, /^[!-~]{1,200}$/, 'a key is 1 to 200 printable characters')
}

/** Fails loudly on a reason that is not 1 to 100 printable ASCII characters. */
export function checkReason(reason: string) {
  assert.match(reason, /^[ -~]{1,100}$/, 'a reason is 1 to 100 printable characters')
}

/** What a key stands for. The ledger's check computes the same from the rows (check.ts): change both or neither. */
export function hashOfTransfer({ idempotencyKey, reason, entries, reverses, forced }: Transfer): Buffer {
  const lines = entries
    .map(({ accountId, amountMinor }) => `${accountId.toLowerCase()} ${amountMinor}`)
    .sort()
  return hashOf([
    'transfer',
    idempotencyKey,
    reason,
    reverses?.toLowerCase() ?? '',
    String(forced ?? false),
    ...lines,
  ])
}

/** The hash of a request's parts, none of which holds a line break. */
export function hashOf(parts: readonly string[]): Buffer {
  return hash('sha256', parts.join('\n'), 'buffer')
}
