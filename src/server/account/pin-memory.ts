import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'

const keptMs = 5 * 60_000
const keptMax = 10_000

/** What was right a moment ago: to compare it again need not take a password hash's time. */
export interface PinMemory {
  /** Remembers that this PIN fits that hash. */
  remember(right: { userId: string; pin: string; pinHash: string }): void
  /** The hash that this PIN was found to fit within five minutes. Null says nothing. */
  recall(asked: { userId: string; pin: string }): string | null
}

/**
 * Remembers right PINs of one process for five minutes, as digests under a key that is nowhere else and dies with it. A
 * wrong PIN never matches, so every guess still takes its try and its hash; a changed PIN has another hash in the database,
 * so what is recalled counts only once it was compared with the hash there.
 */
export function pinMemory(now: () => number = () => performance.now()): PinMemory {
  const key = createSecretKey(randomBytes(32))
  const kept = new Map<string, { pinHash: string; digest: Buffer; until: number }>()
  const digestOf = ({ pin, pinHash }: { pin: string; pinHash: string }) =>
    createHmac('sha256', key).update(`${pinHash}\n${pin}`).digest()

  return {
    remember(right) {
      kept.delete(right.userId)
      kept.set(right.userId, { pinHash: right.pinHash, digest: digestOf(right), until: now() + keptMs })
      const [oldest] = kept.keys()
      if (kept.size > keptMax && oldest) kept.delete(oldest)
    },
    recall({ userId, pin }) {
      const found = kept.get(userId)
      if (!found || found.until <= now()) return null
      const { pinHash, digest } = found
      return timingSafeEqual(digest, digestOf({ pin, pinHash })) ? pinHash : null
    },
  }
}
