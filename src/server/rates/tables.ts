/** A row of `rates`: 1 `base` is `rate` `quote`. */
export interface RateTable {
  base: string
  quote: string
  /** A decimal string. */
  rate: string
  read_at: Date
  suspect_since: Date | null
  /** What the source says instead, not believed yet, and how many polls in a row it has. */
  suspect_rate: string | null
  suspect_polls: number
}

export interface RateTables {
  rates: RateTable
}
