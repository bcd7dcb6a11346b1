import type { Entry } from '../../src/server/ledger/ledger.ts'

/** What the model says of one action: done, done before, or the name of the exception. */
export type Verdict = 'done' | 'replayed' | 'Overdrawn' | 'KeyReused' | 'HoldClosed' | 'AlreadyReversed'

export interface ModelAccount {
  isCard: boolean
  isHouse: boolean
  balance: bigint
  held: bigint
}

export interface ModelTransfer {
  key: string
  entries: Entry[]
  forced: boolean
  reverses?: string
}

interface ModelHold {
  accountId: string
  remaining: bigint
  isOpen: boolean
}

export type Model = ReturnType<typeof newModel>

interface Books {
  accounts: Map<string, ModelAccount>
  /** What was posted, by key. */
  transfers: Map<string, string>
  reversed: Set<string>
  holdKeys: Map<string, string>
  holds: Map<string, ModelHold>
}

/** The ledger as one would write it in an afternoon, without a database and without anybody else. */
export function newModel() {
  const books: Books = {
    accounts: new Map(),
    transfers: new Map(),
    reversed: new Set(),
    holdKeys: new Map(),
    holds: new Map(),
  }
  const { accounts, holds } = books
  return { accounts, holds, ...posting(books), ...holding(books) }
}

const accountIn = ({ accounts }: Books, id: string) => accounts.get(id) as ModelAccount

function availableIn(books: Books, id: string): bigint {
  const { balance, held } = accountIn(books, id)
  return balance - held
}

function known(keys: Map<string, string>, key: string, content: string): Verdict | null {
  if (!keys.has(key)) return null
  return keys.get(key) === content ? 'replayed' : 'KeyReused'
}

function apply(books: Books, entries: readonly Entry[]) {
  for (const { accountId, amountMinor } of entries) accountIn(books, accountId).balance += amountMinor
}

function posting(books: Books) {
  const { transfers, reversed } = books

  function isShort({ entries, forced }: ModelTransfer): boolean {
    return entries.some(({ accountId, amountMinor }) => {
      const { isHouse, isCard } = accountIn(books, accountId)
      if (isHouse || amountMinor > 0n || (isCard && forced)) return false
      return availableIn(books, accountId) + amountMinor < 0n
    })
  }

  /** Applies them in order; on the first that is refused, what was applied is taken back. */
  function postAll(list: readonly ModelTransfer[]): Verdict {
    const applied: ModelTransfer[] = []
    const verdicts = list.map((transfer): Verdict => {
      const content = contentOf(transfer)
      const before = known(transfers, transfer.key, content)
      if (before) return before
      if (transfer.reverses && reversed.has(transfer.reverses)) return 'AlreadyReversed'
      const verdict = isShort(transfer) ? 'Overdrawn' : 'done'
      apply(books, transfer.entries)
      applied.push(transfer)
      return verdict
    })
    const refused = verdicts.find(verdict => verdict !== 'done' && verdict !== 'replayed')
    if (refused) {
      for (const { entries } of applied) apply(books, mirror(entries))
      return refused
    }
    for (const transfer of applied) {
      transfers.set(transfer.key, contentOf(transfer))
      if (transfer.reverses) reversed.add(transfer.reverses)
    }
    return verdicts.every(verdict => verdict === 'replayed') ? 'replayed' : 'done'
  }

  return { postAll }
}

function holding(books: Books) {
  const { transfers, holdKeys, holds } = books

  function reserve(
    holdId: string,
    { key, content, amount }: { key: string; content: string; amount: bigint },
  ): Verdict {
    const before = known(holdKeys, key, content)
    if (before) return before
    const hold = holds.get(holdId) as ModelHold
    if (!hold.isOpen) return 'HoldClosed'
    if (availableIn(books, hold.accountId) < amount) return 'Overdrawn'
    holdKeys.set(key, content)
    hold.remaining += amount
    accountIn(books, hold.accountId).held += amount
    return 'done'
  }

  function take(hold: ModelHold, amount: bigint) {
    hold.remaining -= amount
    accountIn(books, hold.accountId).held -= amount
    hold.isOpen = hold.remaining > 0n
  }

  function capture(
    holdId: string,
    transfer: ModelTransfer,
    { amount, final }: { amount: bigint; final: boolean },
  ): Verdict {
    const content = `${contentOf(transfer)} ${holdId} ${final}`
    const before = known(transfers, transfer.key, content)
    if (before) return before
    const hold = holds.get(holdId) as ModelHold
    if (!hold.isOpen) return 'HoldClosed'
    const taken = amount < hold.remaining ? amount : hold.remaining
    const freed = final ? hold.remaining : taken
    const isForced = transfer.forced && accountIn(books, hold.accountId).isCard
    if (amount > hold.remaining && availableIn(books, hold.accountId) + freed - amount < 0n && !isForced)
      return 'Overdrawn'
    transfers.set(transfer.key, content)
    take(hold, freed)
    apply(books, transfer.entries)
    return 'done'
  }

  function release(holdId: string, part: { key: string; amount: bigint } | null): Verdict {
    const hold = holds.get(holdId) as ModelHold
    const content = `release ${holdId} ${part?.amount}`
    const before = part && known(holdKeys, part.key, content)
    if (before) return before
    if (!hold.isOpen) return 'done'
    if (part) holdKeys.set(part.key, content)
    take(hold, part && part.amount < hold.remaining ? part.amount : hold.remaining)
    return 'done'
  }

  return { reserve, capture, release }
}

export const mirror = (entries: readonly Entry[]) =>
  entries.map(({ accountId, amountMinor }) => ({ accountId, amountMinor: -amountMinor }))

function contentOf({ entries, forced, reverses }: ModelTransfer): string {
  return `${entries.map(({ accountId, amountMinor }) => `${accountId} ${amountMinor}`).sort()} ${forced} ${reverses}`
}
