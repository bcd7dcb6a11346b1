// The networks give a merchant seven days to claim what was authorized, and thirty where it is not known beforehand what it
// will come to. A day more, since a claim takes as long to reach us.
const usualDays = 8
/** No hold is given longer, in days. */
export const longestDays = 31

/** Merchant categories that have longer, from and to: rented vehicles, lodging, cruises. */
const longCategories: readonly (readonly [number, number])[] = [
  [3351, 3500],
  [3501, 3999],
  [4411, 4411],
  [7011, 7012],
  [7033, 7033],
  [7512, 7513],
  [7519, 7519],
]

/** When the issuer is asked about an authorization of which it has told nothing more until then. */
export function claimedBy({ mcc, at }: { mcc: string; at: Date }): Date {
  const isLong = longCategories.some(([from, to]) => Number(mcc) >= from && Number(mcc) <= to)
  return new Date(at.getTime() + (isLong ? longestDays : usualDays) * 24 * 3600_000)
}
