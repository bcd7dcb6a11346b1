import type { ColumnType } from 'kysely'

/** Written by `making.ts` and never changed. */
type Kept<T> = ColumnType<T, T, never>

/** A row of `proof_days`: a sealed day whose balances are proved, or are about to be. */
export interface ProofDayTable {
  day: Kept<string>
  secret: Kept<Buffer>
  made_at: ColumnType<Date, never, never>
}

/** A row of `proof_chunks`: some of a tree's leaves, packed. */
export interface ProofChunkTable {
  day: Kept<string>
  currency: Kept<string>
  number: Kept<number>
  /** The hash of its first leaf. */
  first: Kept<Buffer>
  leaves: Kept<Buffer>
  top: Kept<Buffer>
  sum_minor: Kept<bigint>
}

/** A row of `proof_roots`: what is published. */
export interface ProofRootTable {
  day: Kept<string>
  currency: Kept<string>
  height: Kept<number>
  root: Kept<Buffer>
  total_minor: Kept<bigint>
}

/** The tables of proofs. */
export interface ProofTables {
  proof_days: ProofDayTable
  proof_chunks: ProofChunkTable
  proof_roots: ProofRootTable
}
