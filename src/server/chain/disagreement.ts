/** A rule between our books and the chain that does not hold, and what shows it. */
export interface ChainDisagreement {
  rule: string
  /** The coin, deposit, address or withdrawal concerned. */
  id: string
  expected: string
  found: string
}
