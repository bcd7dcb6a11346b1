import { hashesWaiting } from './account/hashing.ts'

/** So many requests are worked on at once, however long each takes. */
const comfortable = 128
/** Beyond that nobody comes in while somebody inside has waited as long; what moves money is kept out last. */
const patienceMs = { money: 1500, other: 500 }

/** The requests that are being worked on. */
export interface Crowd {
  /** False when one more would only make all of them wait: it is refused at once, and what is inside gets done. */
  hasRoomFor(what: keyof typeof patienceMs): boolean
  /** Does the work as one of them. */
  join<T>(work: () => Promise<T>): Promise<T>
}

/** An empty one. Those that wait for a password to be hashed have a line of their own and fill no place here. */
export function newCrowd(): Crowd {
  const begun = new Set<{ at: number }>()
  return {
    hasRoomFor(what) {
      if (begun.size - hashesWaiting() < comfortable) return true
      const [oldest] = begun
      return !oldest || performance.now() - oldest.at < patienceMs[what]
    },
    async join(work) {
      const one = { at: performance.now() }
      begun.add(one)
      try {
        return await work()
      } finally {
        begun.delete(one)
      }
    },
  }
}
