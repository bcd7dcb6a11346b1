/** The smaller of two amounts in minor units of one currency. */
export function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** An amount in minor units, or nothing where it is below zero. */
export function atLeastZero(minor: bigint): bigint {
  return minor > 0n ? minor : 0n
}
