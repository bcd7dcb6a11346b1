import { least } from '../../least.ts'

/**
 * One thing that happened to a purchase. `asked` is an authorization we approved, `refused` one we did not; `denied` is
 * the issuer's own no to something it had asked us. Amounts in USD minor units.
 */
export type Fact = {
  /** Names what happened; told again under another event it is still the same. */
  id: string
  at: Date
} & (
  | { kind: 'asked'; amountMinor: bigint; isIncrement: boolean }
  | { kind: 'refused'; amountMinor: bigint; isIncrement: boolean; reason: string }
  /** Of the question with that id; null when we were never asked. */
  | { kind: 'denied'; amountMinor: bigint; reason: string; askId: string | null }
  | { kind: 'reversed'; amountMinor: bigint }
  | { kind: 'expired' }
  | { kind: 'cleared'; amountMinor: bigint; isFinal: boolean }
  /** A dispute's credit is money that came back too, and may be withdrawn like a refund. */
  | { kind: 'refunded'; amountMinor: bigint; isDispute: boolean }
  | { kind: 'withdrawn'; amountMinor: bigint; isDispute: boolean }
)

/** A fact as the database keeps it: JSON has neither bigint nor dates. */
export interface StoredFact {
  id: string
  kind: Fact['kind']
  at: string
  amount?: string
  isIncrement?: boolean
  isFinal?: boolean
  isDispute?: boolean
  reason?: string
  askId?: string | null
}

/** Where a purchase is in its life, refunds aside. */
export type ThreadState = 'pending' | 'posted' | 'reversed' | 'expired' | 'declined'

/** How a purchase stands. */
export interface Thread {
  /** Approved in all; of a purchase that was never approved, what was asked. */
  askedMinor: bigint
  /** Still reserved for the merchant, without fees. */
  heldMinor: bigint
  clearedMinor: bigint
  /** In how many parts it was cleared. */
  clearings: number
  refundedMinor: bigint
  status: ThreadState | 'refunded'
  /** As `status`, but as if nothing had come back. */
  state: ThreadState
  /** Why it was declined; null when it was not. */
  reason: string | null
  /** Cleared without any approval of ours. */
  isForced: boolean
  /** False while nothing is known that a customer could be shown. */
  isShown: boolean
  /** What counts against the card's limits, by the fact it counts as; nothing is left out and nothing counts twice. */
  counted: readonly { factId: string; amountMinor: bigint }[]
}

/**
 * How a purchase stands after these facts. They are taken in the order in which they happened, whatever the order in
 * which they were told, and each once: the same facts give the same answer in every order and however often repeated.
 */
export function threadOf(facts: readonly Fact[]): Thread {
  const { chapters, heldMinor, ended } = standing(inOrder(facts))
  const known = chapters.flat()
  const asks = known.filter(({ kind }) => kind === 'asked')
  const noes = known.filter(fact => fact.kind === 'refused' || fact.kind === 'denied')
  const clearedMinor = sumOf(known, 'cleared')
  const refundedMinor = sumOf(known, 'refunded') - sumOf(known, 'withdrawn')
  const state = stateOf({ heldMinor, clearedMinor, isDeclined: asks.length === 0 && noes.length > 0, ended })
  const isRefunded = refundedMinor > 0n && refundedMinor >= clearedMinor && heldMinor === 0n
  return {
    askedMinor: asks.length > 0 ? sumOf(known, 'asked') : (noes[0]?.amountMinor ?? 0n),
    heldMinor,
    clearedMinor,
    clearings: known.filter(({ kind }) => kind === 'cleared').length,
    refundedMinor,
    status: isRefunded ? 'refunded' : state,
    state,
    reason: state === 'declined' ? (noes.at(-1)?.reason ?? null) : null,
    isForced: clearedMinor > 0n && asks.length === 0,
    isShown: known.some(({ kind }) => kind !== 'reversed' && kind !== 'expired'),
    counted: chapters.flatMap(chapter =>
      countedOf(chapter, sumOf(chapter, 'cleared') + (chapter === chapters.at(-1) ? heldMinor : 0n)),
    ),
  }
}

/**
 * What still stands of each approval, the earliest first: a raise counts from when it was approved. What was cleared
 * beyond all of them counts with the last one, and of a purchase never approved with its first clearing.
 */
function countedOf(known: readonly Fact[], standingMinor: bigint): Thread['counted'] {
  const approvals = known.filter(fact => fact.kind === 'asked')
  const claims = approvals.length > 0 ? approvals : known.filter(fact => fact.kind === 'cleared').slice(0, 1)
  let leftMinor = standingMinor
  return claims.flatMap(({ id, amountMinor }, place) => {
    const isLast = place === claims.length - 1
    const countedMinor = isLast || leftMinor < amountMinor ? leftMinor : amountMinor
    leftMinor -= countedMinor
    return countedMinor > 0n ? [{ factId: id, amountMinor: countedMinor }] : []
  })
}

function stateOf({
  heldMinor,
  clearedMinor,
  isDeclined,
  ended,
}: Pick<Thread, 'heldMinor' | 'clearedMinor'> & {
  isDeclined: boolean
  ended: ThreadState | null
}): ThreadState {
  if (clearedMinor > 0n) return 'posted'
  if (heldMinor > 0n) return 'pending'
  if (isDeclined) return 'declined'
  // A check of nothing is done as soon as it was approved.
  return ended ?? 'posted'
}

/**
 * In the order they happened, each once: told with two times it happened at the first. Of one moment what was asked for comes
 * first, since the rest follows from it.
 */
function inOrder(facts: readonly Fact[]): Fact[] {
  const once = new Map<string, Fact>()
  const place = ({ kind }: Fact) => (kind === 'asked' ? 0 : 1)
  const sorted = facts.toSorted(
    (a, b) => momentOf(a) - momentOf(b) || place(a) - place(b) || (a.id < b.id ? -1 : 1),
  )
  for (const fact of sorted) if (!once.has(fact.id)) once.set(fact.id, fact)
  return [...once.values()]
}

/**
 * Issuers ask by the millisecond and post by the second: what is told to a whole second happened somewhere in it, so after
 * everything that was asked for in it.
 */
function momentOf({ kind, at }: Fact): number {
  const ms = at.getTime()
  const isQuestion = kind === 'asked' || kind === 'refused'
  return isQuestion || ms % 1000 > 0 ? ms : ms + 999
}

/**
 * What counts of the facts, what they leave on hold, and how the last hold ended. An approval that the issuer's own no
 * takes back does not count, whichever was heard first; a no to what we never approved takes nothing back. An approval
 * that comes when nothing is held any more begins a chapter.
 */
function standing(facts: readonly Fact[]) {
  const denied = new Set(facts.flatMap(fact => (fact.kind === 'denied' && fact.askId ? [fact.askId] : [])))
  const lots: Lots = new Map(facts.flatMap(fact => (fact.kind === 'asked' ? [[lotOf(fact), 0n]] : [])))
  const chapters: Fact[][] = [[]]
  let ended: ThreadState | null = null
  for (const fact of facts) {
    const heldMinor = heldIn(lots)
    if (fact.kind === 'asked') {
      const counted = denied.has(fact.id) ? null : reserve(lots, fact)
      if (!counted) continue
      if (heldMinor === 0n && chapters.at(-1)?.some(({ kind }) => kind === 'asked')) chapters.push([])
      chapters.at(-1)?.push(counted)
      continue
    }
    chapters.at(-1)?.push(fact)
    const freed = freedBy(fact, heldMinor)
    if (!freed) continue
    if (heldMinor > 0n && freed.amountMinor >= heldMinor) ended = freed.as
    takeFrom(lots, freed.amountMinor)
  }
  return { chapters, heldMinor: heldIn(lots), ended }
}

type Ask = Fact & { kind: 'asked' }

/**
 * What is still on hold, by what it was reserved for: the first authorizations of one amount, or all raises. They stand in
 * the order in which they were asked for.
 */
type Lots = Map<bigint | 'raises', bigint>

function lotOf({ isIncrement, amountMinor }: Ask): bigint | 'raises' {
  return isIncrement ? 'raises' : amountMinor
}

/**
 * Holds an approval; gives what of it is new, or null when nothing is. The same amount asked for first again is the same
 * purchase, so it adds only what the first no longer holds. Because of that, nothing but an approval lets the hold grow,
 * however late a reversal is told.
 */
function reserve(lots: Lots, ask: Ask): Ask | null {
  const heldMinor = lots.get(lotOf(ask)) ?? 0n
  const newMinor = ask.isIncrement ? ask.amountMinor : ask.amountMinor - heldMinor
  if (newMinor === 0n && heldMinor > 0n) return null
  lots.set(lotOf(ask), heldMinor + newMinor)
  return { ...ask, amountMinor: newMinor }
}

function heldIn(lots: Lots): bigint {
  return [...lots.values()].reduce((sum, minor) => sum + minor, 0n)
}

/**
 * What a fact lets go of that much held, and what becomes of a purchase of which that is all: where nothing is claimed its
 * merchant has taken it back.
 */
function freedBy(fact: Fact, heldMinor: bigint): { amountMinor: bigint; as: ThreadState } | null {
  switch (fact.kind) {
    case 'reversed':
      return { amountMinor: fact.amountMinor, as: 'reversed' }
    case 'expired':
      return { amountMinor: heldMinor, as: 'expired' }
    case 'cleared':
      return {
        amountMinor: fact.isFinal ? heldMinor : fact.amountMinor,
        as: fact.amountMinor > 0n ? 'posted' : 'reversed',
      }
    default:
      return null
  }
}

/** Takes as much as there is, from what was asked for first. */
function takeFrom(lots: Lots, amountMinor: bigint): void {
  let leftMinor = amountMinor
  for (const [lot, minor] of lots) {
    const takenMinor = least(minor, leftMinor)
    lots.set(lot, minor - takenMinor)
    leftMinor -= takenMinor
  }
}

function sumOf(facts: readonly Fact[], kind: Fact['kind']): bigint {
  return facts.reduce(
    (sum, fact) => (fact.kind === kind && 'amountMinor' in fact ? sum + fact.amountMinor : sum),
    0n,
  )
}

/** True of two that bear one name and move money otherwise: one of them is wrong, and nobody knows which. */
export function contradict(one: Fact, other: Fact): boolean {
  const moved = (fact: Fact) => [
    fact.kind,
    'amountMinor' in fact && `${fact.amountMinor}`,
    'isFinal' in fact && fact.isFinal,
  ]
  return one.id === other.id && `${moved(one)}` !== `${moved(other)}`
}

/** A fact as it is kept. */
export function storedFact(fact: Fact): StoredFact {
  return {
    id: fact.id,
    kind: fact.kind,
    at: fact.at.toISOString(),
    ...('amountMinor' in fact && { amount: String(fact.amountMinor) }),
    ...('isIncrement' in fact && { isIncrement: fact.isIncrement }),
    ...('isFinal' in fact && { isFinal: fact.isFinal }),
    ...('isDispute' in fact && { isDispute: fact.isDispute }),
    ...('reason' in fact && { reason: fact.reason }),
    ...('askId' in fact && { askId: fact.askId }),
  }
}

/** A kept fact as it was. */
export function factOf({ amount, at, ...rest }: StoredFact): Fact {
  return { ...rest, at: new Date(at), ...(amount !== undefined && { amountMinor: BigInt(amount) }) } as Fact
}
