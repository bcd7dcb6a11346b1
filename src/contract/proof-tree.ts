/**
 * How a customer's balance is proved to be among those that a day's commitment was made of, word for word: the server
 * builds by it, the app checks by it, and so can anybody.
 *
 * Of each coin a day has one tree of sums. Every hash is SHA-256 in lower-case hex, of parts that are joined by line breaks,
 * in UTF-8; amounts are whole minor units of the coin in plain digits, never negative.
 *
 * - A **leaf** is `leaf`, the day, the coin, the customer's id, the number of the part, the salt, the amount. What somebody is
 *   owed is cut into parts, at random, numbered from 0; the salt is theirs for this day, and told to nobody else.
 * - A leaf of **nobody** fills the tree up to a power of two; it has an amount of zero.
 * - A **node** is `node`, the hash and the sum on its left, the hash and the sum on its right; its sum is both together. So no
 *   sum can be told other than it was when the hash was made.
 * - Leaves stand in the order of their hashes, which salts make a new one every day.
 * - The **root** that is published is `root`, the day, the seal of the day's books, the coin, the height, the hash and the sum
 *   at the top. A tree of one leaf has the height 0.
 *
 * A leaf names its customer: two who are owed the same cannot be shown the same one. First words keep leaves, nodes and roots
 * apart. Whoever is given a proof learns sums of others that are on its way up, the first ones of parts, not of balances.
 */

/** A hash with the sum below it. */
export interface Sum {
  hash: string
  minor: bigint
}

/** What a leaf is made of. */
export interface Leaf {
  day: string
  currency: string
  userId: string
  part: number
  salt: string
  amountMinor: bigint
}

/** What is published of a coin and a day; `seal` is that of the books up to the end of the day. */
export interface Commitment {
  day: string
  currency: string
  seal: string
  height: number
  root: string
  totalMinor: bigint
}

/** A proof as it travels, and as a customer may copy it. Amounts are minor units as decimal digits. */
export interface Proof {
  day: string
  currency: string
  userId: string
  salt: string
  /** What the customer was owed at the end of the day; zero, without parts, where it was nothing. */
  amountMinor: string
  parts: {
    amountMinor: string
    /** Its place among the leaves, from 0. */
    place: number
    /** What stands beside it on the way up, lowest first. */
    beside: { hash: string; sumMinor: string }[]
  }[]
}

/** What checking a proof comes to; `root` is the one that the proof leads to, where it leads to any. */
export type Verdict =
  | { verdict: 'counted'; root: string }
  /** It leads to another root or total than were published. */
  | { verdict: 'other_root'; root: string }
  /** Its parts do not lead to one place at the top, or do not make up the amount. */
  | { verdict: 'other_amount' | 'malformed'; root: null }

/** SHA-256 of a text in UTF-8, in lower-case hex. */
export type Sha256 = (text: string) => string | Promise<string>

/** The text of a leaf. */
export function leafText({ day, currency, userId, part, salt, amountMinor }: Leaf): string {
  return ['leaf', day, currency, userId, part, salt, amountMinor].join('\n')
}

/** The text of a node above two others. */
export function nodeText(left: Sum, right: Sum): string {
  return ['node', left.hash, left.minor, right.hash, right.minor].join('\n')
}

/** The text of what is published above the top of a tree. */
export function rootText(of: Omit<Commitment, 'root' | 'totalMinor'>, top: Sum): string {
  return ['root', of.day, of.seal, of.currency, of.height, top.hash, top.minor].join('\n')
}

/**
 * Whether a proof shows its amount to be part of what was published, believing nothing it says: every part is a leaf of its
 * own, leads up through as many sums as the tree is high, none of them negative, to one top, whose root and total are those
 * that were published. A proof of nothing is `other_amount`: nobody who is owed nothing is in a tree.
 */
export async function checkProof(proof: Proof, published: Commitment, sha256: Sha256): Promise<Verdict> {
  if (!isWellFormed(proof, published)) return { verdict: 'malformed', root: null }
  const tops: Sum[] = []
  for (const part of proof.parts.keys()) tops.push(await topOf(proof, part, sha256))
  const [top] = tops
  const amount = proof.parts.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n)
  const isOne = tops.every(({ hash, minor }) => hash === top?.hash && minor === top.minor)
  if (!top || !isOne || amount !== BigInt(proof.amountMinor)) return { verdict: 'other_amount', root: null }
  const root = await sha256(rootText(published, top))
  const isPublished = root === published.root && top.minor === published.totalMinor
  return { verdict: isPublished ? 'counted' : 'other_root', root }
}

const digits = /^(0|[1-9]\d{0,37})$/
const hex = /^[0-9a-f]{64}$/
/** Of one line, or two leaves of different customers could have one text. */
const id = /^[0-9a-f-]{36}$/
/** More customers than there are people, in halves. */
const heightMax = 40

function isWellFormed(proof: Proof, { day, currency, height }: Commitment): boolean {
  const { parts } = proof
  return (
    proof.day === day &&
    proof.currency === currency &&
    id.test(proof.userId) &&
    hex.test(proof.salt) &&
    digits.test(proof.amountMinor) &&
    Number.isInteger(height) &&
    height >= 0 &&
    height <= heightMax &&
    parts.every(
      ({ amountMinor, place, beside }) =>
        digits.test(amountMinor) &&
        amountMinor !== '0' &&
        Number.isInteger(place) &&
        place >= 0 &&
        place < 2 ** height &&
        beside.length === height &&
        beside.every(({ hash, sumMinor }) => hex.test(hash) && digits.test(sumMinor)),
    ) &&
    new Set(parts.map(({ place }) => place)).size === parts.length
  )
}

async function topOf(proof: Proof, part: number, sha256: Sha256): Promise<Sum> {
  const { amountMinor, place, beside } = proof.parts[part] as Proof['parts'][number]
  const minor = BigInt(amountMinor)
  let at: Sum = { hash: await sha256(leafText({ ...proof, part, amountMinor: minor })), minor }
  for (const [level, { hash, sumMinor }] of beside.entries()) {
    const other = { hash, minor: BigInt(sumMinor) }
    const [left, right] = isRight(place, level) ? [other, at] : [at, other]
    at = { hash: await sha256(nodeText(left, right)), minor: left.minor + right.minor }
  }
  return at
}

/** Whether the node above a place, so many levels up, is the right one of its two. */
function isRight(place: number, level: number): boolean {
  return Math.floor(place / 2 ** level) % 2 === 1
}
