/** One rate as the source tells it: 1 `base` is `rate` `quote`. */
export interface SourceRate {
  base: string
  quote: string
  /** A decimal string, not yet believed. */
  rate: string
}

/** What we need of any rate source. Rejects when it is silent or talks nonsense. */
export interface RateSource {
  /** All that the source tells now. `at` is when it made this reading, by its own clock. */
  read(): Promise<{ at: Date; rates: SourceRate[] }>
}
