import { createHmac, hash } from 'node:crypto'
import { leafText, type Sum } from '../../../contract/proof-tree.ts'
import type { Owed } from './owed.ts'

/** A day of proofs with what its salts are drawn from. */
export interface ProofDay {
  day: string
  secret: Buffer
}

/** SHA-256 of a text, in hex. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/** The parts of what somebody is owed as leaves of that day's tree, the same however often they are asked for. */
export function leavesOf({ day, secret }: ProofDay, { ownerId, currency, amountMinor }: Owed): Sum[] {
  const salt = saltOf({ day, secret }, ownerId)
  return partsOf(secret, { ownerId, currency, amountMinor }).map((minor, part) => ({
    hash: sha256(leafText({ day, currency, userId: ownerId, part, salt, amountMinor: minor })),
    minor,
  }))
}

/** What fills the tree of a coin up: leaves of nobody, which look like others until one is shown their sum. */
export function nobodysLeaf({ day, secret }: ProofDay, currency: string, number: number): Sum {
  return {
    hash: sha256(['nobody', day, currency, drawn(secret, 'nobody', currency, `${number}`)].join('\n')),
    minor: 0n,
  }
}

/** What a customer needs to make their leaves of a day anew. */
export function saltOf({ secret }: ProofDay, ownerId: string): string {
  return drawn(secret, 'salt', ownerId)
}

/** Two parts, cut anywhere, so that whoever sees one beside theirs knows nobody's balance; one where it cannot be cut. */
function partsOf(secret: Buffer, { ownerId, currency, amountMinor }: Owed): bigint[] {
  if (amountMinor < 2n) return [amountMinor]
  const first = (BigInt(`0x${drawn(secret, 'cut', ownerId, currency)}`) % (amountMinor - 1n)) + 1n
  return [first, amountMinor - first]
}

/** 32 bytes in hex that only the day's secret gives. */
function drawn(secret: Buffer, ...words: string[]): string {
  return createHmac('sha256', secret).update(words.join('\n')).digest('hex')
}
