/** What a conversion costs and how much may be converted at once. Amounts in USDT minor units. */
export const terms = {
  /** How far our rate is below the source's. */
  spreadBps: 50,
  /** Of what the rate gives, taken from what arrives. */
  feeBps: 10,
  /** What the rate must give, fee included, at least and at most. */
  minMinor: 1_000_000n,
  maxMinor: 50_000_000_000n,
  /** How long a quote stands. */
  standsSeconds: 30,
} as const
