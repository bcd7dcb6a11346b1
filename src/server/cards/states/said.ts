/** What the issuer said that a card is, from then on. */
export interface Said {
  state: 'active' | 'frozen' | 'expired' | 'closed'
  at: Date
}

/** Where the issuer's words leave a card. */
export interface Standing {
  /** How it ended for good; null while it has not. */
  end: 'expired' | 'closed' | null
  /** A freeze of theirs stands: on an expired card it holds what is on it. */
  isFrozen: boolean
}

/**
 * Where a card stands after all that was said of it. It is taken in the order in which it happened, whatever the order in
 * which it was told; of one moment only the strictest word counts. The first end stays; what a freeze holds on an expired
 * card is let go by the word that it is active or closed, and nothing freezes it again.
 */
export function standingOf(said: readonly Said[]): Standing {
  return inOrder(said).reduce(after, { end: null, isFrozen: false })
}

const strictness: Record<Said['state'], number> = { active: 0, frozen: 1, expired: 2, closed: 3 }

function inOrder(said: readonly Said[]): Said['state'][] {
  const strictest = new Map<number, Said['state']>()
  for (const { state, at } of said.toSorted((a, b) => strictness[a.state] - strictness[b.state]))
    strictest.set(+at, state)
  return [...strictest].sort(([a], [b]) => a - b).map(([, state]) => state)
}

function after({ end, isFrozen }: Standing, state: Said['state']): Standing {
  if (end !== null) return { end, isFrozen: isFrozen && state !== 'active' && state !== 'closed' }
  switch (state) {
    case 'active':
    case 'frozen':
      return { end, isFrozen: state === 'frozen' }
    case 'expired':
      return { end: state, isFrozen }
    case 'closed':
      return { end: state, isFrozen: false }
  }
}
