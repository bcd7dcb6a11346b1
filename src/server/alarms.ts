import type { Db } from './database/database.ts'
import { newId } from './id.ts'

/** What a person must look at. */
export type AlarmKind =
  /** A deposit was credited and then its block was lost. Nothing is taken back by itself; the account stands still. */
  | 'deposit_lost'
  /** A transfer on chain is not what it was when we saw it first. */
  | 'deposit_changed'
  /** A deposit is too large to be believed, or to be held by the books. */
  | 'deposit_absurd'
  /** A customer has named a transaction that pays an address of theirs in a block that we have read, and it is in no books. */
  | 'deposit_missed'
  /** A customer was told that what they were owed on a day was not counted in the proof of balances: `ops ledger proofs`. */
  | 'proof_uncounted'
  /** A deposit could not be posted when it was due; the others were. */
  | 'deposit_unpostable'
  /** The node knows less of the chain than we have read. */
  | 'chain_behind'
  /** The node has told of no new block for half an hour and more: it stands still, or its network does. The next closes it. */
  | 'chain_still'
  /** The reader has stopped: the chain is another one, or was rewritten deeper than we remember, or than was final. */
  | 'chain_stopped'
  /** The hot wallet holds too little to go on paying a coin. */
  | 'hot_wallet_low'
  /** The hot wallet has made payments that the books do not know: nothing more is signed until two operators say so. */
  | 'hot_wallet_used'
  /**
   * Nothing is signed or given back until two operators say so: the database is in another life, or an operator has stopped
   * it.
   */
  | 'withdrawals_stopped'
  /** The hot wallet has paid in a life of the database that is lost, and no withdrawal of the books asked for it. */
  | 'payment_unknown'
  /** A withdrawal was signed long ago and is in no block. */
  | 'withdrawal_stuck'
  /** A withdrawal that was paid for good is in no block any more; it is handed to the network again. */
  | 'withdrawal_lost'
  /** The nonce of a signed withdrawal is used and nobody can show by what: two operators look at the chain and decide. */
  | 'withdrawal_unproven'
  /** A withdrawal waits for two operators because its customer's withdrawals are paused. */
  | 'withdrawal_held'
  /** A signed withdrawal came to nothing on chain, which should not happen; its customer has the money back. */
  | 'withdrawal_failed'
  /** The end of a withdrawal that had failed is in no block any more: its nonce is used up, and its customer stands still. */
  | 'withdrawal_undone'
  /** One that had failed was paid after all, and its customer has too little to be charged: two operators decide. */
  | 'withdrawal_owed'
  /** The hot wallet holds too little ether to give deposit addresses gas: what is there is not swept. */
  | 'sweeps_waiting'
  /** A sweep, or gas for one, was signed long ago and is in no block. */
  | 'sweep_stuck'
  /** A sweep, or gas for one, came to nothing on chain: its address is left alone until a person closes this. */
  | 'sweep_failed'
  /** A deposit address has paid what is no sweep and in no books: somebody else may have its key. */
  | 'sweep_unknown'
  /** A coin came to an address of a customer who was deleted; it stands on the house's account `suspense`. */
  | 'deposit_after_deletion'
  /** A card of a customer who was deleted was refunded or charged; it stands on the house's account `suspense`. */
  | 'card_after_deletion'
  /**
   * The issuer told something that we do not know, cannot make sense of or do not believe, or of a card that never
   * appeared.
   */
  | 'issuer_event_ignored'
  /** The issuer said two things under one name: the first stands, and the other was declined or left out. */
  | 'issuer_contradicts'
  /**
   * The issuer does not say what it has told: it is silent, or only its log is, or that has no end. It is closed by the
   * next answer.
   */
  | 'issuer_silent'
  /**
   * The money of a purchase is on hold beyond its time, and the issuer knows none, contradicts itself or does not answer:
   * `ops holds`.
   */
  | 'hold_unclear'
  /** A card is not with the issuer what it is with us, twice in a row: `ops cards`. It is closed once they agree. */
  | 'card_differs'
  /** A card is not renewed: the issuer refuses, or has not answered for three days. `ops cards renew` asks it anew. */
  | 'card_not_renewed'
  /**
   * Jobs of a kind, a schedule, a single job or one of the things a schedule is about have failed for half an hour without
   * one success. The next success closes it.
   */
  | 'job_failing'

/** Raises an alarm in the caller's transaction; while one of this kind and subject is open it stays the only one. */
export async function raiseAlarm(
  db: Db,
  { kind, subject, detail }: { kind: AlarmKind; subject: string; detail: Record<string, unknown> },
): Promise<void> {
  await db
    .insertInto('alarms')
    .values({ id: newId(), kind, subject, detail: JSON.stringify(detail), created_at: new Date() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Since when an alarm is open; null where none is. */
export async function openSince(
  db: Db,
  { kind, subject }: { kind: AlarmKind; subject: string },
): Promise<Date | null> {
  const row = await db
    .selectFrom('alarms')
    .select('created_at')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/** Closes an open alarm whose cause has gone away by itself; the row stays. */
export async function closeAlarm(
  db: Db,
  { kind, subject }: { kind: AlarmKind; subject: string },
): Promise<void> {
  await db
    .updateTable('alarms')
    .set({ settled_at: new Date() })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('settled_at', 'is', null)
    .execute()
}
