/** How many times a second `work` is done by so many who each begin again as soon as they are through. */
export async function rateOf(
  work: (client: number) => Promise<unknown>,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const begun = performance.now()
  const end = begun + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) {
        await work(client)
        done++
      }
    }),
  )
  return done / ((performance.now() - begun) / 1000)
}

/** The middle one of an odd number. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number
}
