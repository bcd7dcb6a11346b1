import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * So many connections wait to be accepted while a surge comes in. One that finds no place there hears nothing and knocks
 * again after 1, 3, 7 seconds; Node's own 511 turned thousands away so. The system's `somaxconn` bounds it.
 */
export const backlog = 4096

/** So many requests are worked on at once, however long each takes. */
const comfortable = 128
/** Beyond that nobody comes in while somebody inside has waited as long; what moves money is kept out last. */
const patienceMs = { money: 1500, other: 500 }

/** The requests that are being worked on. */
interface Crowd {
  /** False when one more would only make all of them wait: it is refused at once, and what is inside gets done. */
  hasRoomFor(what: keyof typeof patienceMs): boolean
  /** Does the work as one of them. */
  join<T>(work: () => Promise<T>): Promise<T>
}

/** One of the crowd: since when it is worked on. */
interface Place {
  take(): void
  leave(): void
}

const mine = new AsyncLocalStorage<Place>()

/** An empty one. */
export function newCrowd(): Crowd {
  const begun = new Map<Place, number>()
  return {
    hasRoomFor(what) {
      if (begun.size < comfortable) return true
      const [oldestAt = Number.POSITIVE_INFINITY] = begun.values()
      return performance.now() - oldestAt < patienceMs[what]
    },
    async join(work) {
      const place: Place = {
        take: () => begun.set(place, performance.now()),
        leave: () => begun.delete(place),
      }
      place.take()
      try {
        return await mine.run(place, work)
      } finally {
        place.leave()
      }
    },
  }
}

/**
 * Waits for somebody else: another's answer, or a turn in a line of its own. A request that does so fills no place meanwhile
 * and has its patience anew afterwards; whoever is no request just waits.
 */
export async function aside<T>(waiting: () => Promise<T>): Promise<T> {
  const place = mine.getStore()
  place?.leave()
  try {
    return await waiting()
  } finally {
    place?.take()
  }
}
