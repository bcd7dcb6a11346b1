import { Worker } from 'node:worker_threads'
import type { Reading } from './read.ts'

/** Reads machine-readable zones in a thread of its own. */
export interface Reader {
  /** What the zone of a picture says, null when there is none; throws when reading ended without an answer. */
  read(picture: Buffer): Promise<Reading | null>
  close(): Promise<void>
}

/** What the thread says of one picture. */
export interface Answer {
  reading?: Reading | null
  /** Why it could not be looked at. */
  fault?: string
}

/**
 * Opens a reader: one thread, begun with the first picture, one picture at a time while the others stand in line. A
 * picture that takes longer than `patienceMs` or brings the thread down is given up alone: the next has a new thread.
 */
export function openReader({
  thread = new URL('./reader-thread.ts', import.meta.url),
  patienceMs = 30_000,
}: {
  thread?: URL
  patienceMs?: number
} = {}): Reader {
  let worker: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()

  function begin(): Worker {
    const begun = new Worker(thread, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 192 },
    })
    // It waits for pictures as long as the process lives, and does not keep it alive.
    begun.unref()
    // One that was given up may still end badly, and nobody waits for it.
    begun.on('error', () => {})
    begun.once('exit', () => {
      if (worker === begun) worker = null
    })
    return begun
  }

  function ask(picture: Buffer): Promise<Reading | null> {
    const mine = worker ?? begin()
    worker = mine
    const onGivenUp = () => {
      if (worker === mine) worker = null
    }
    return answerOf(mine, picture, { patienceMs, onGivenUp })
  }

  return {
    async read(picture) {
      const mine = last.then(() => ask(picture))
      last = mine.catch(() => {})
      return await mine
    },
    async close() {
      await last
      await worker?.terminate()
    },
  }
}

/** What the thread says of the picture; a thread that does not say it in time, or dies of it, is given up. */
function answerOf(
  thread: Worker,
  picture: Buffer,
  { patienceMs, onGivenUp }: { patienceMs: number; onGivenUp: () => void },
): Promise<Reading | null> {
  return new Promise((resolve, reject) => {
    const giveUp = (error: Error) => {
      end()
      onGivenUp()
      void thread.terminate()
      reject(error)
    }
    const answer = ({ reading, fault }: Answer) => {
      end()
      if (fault) reject(new Error(fault))
      else resolve(reading ?? null)
    }
    const gone = (code: number) => giveUp(new Error(`the reader's thread ended with ${code}`))
    const patience = setTimeout(() => giveUp(new Error('reading took too long')), patienceMs)
    const end = () => {
      clearTimeout(patience)
      thread.off('message', answer).off('error', giveUp).off('exit', gone)
    }
    thread.once('message', answer).once('error', giveUp).once('exit', gone)
    thread.postMessage(new Uint8Array(picture))
  })
}
