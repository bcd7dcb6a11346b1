import { type Payload, post } from './telegram.ts'

// The bridge's listening side. Silence is normal there (another origin, an old client, a web client without the
// feature): every question has a time-out.

type Listener = (payload: Payload) => void

const listeners = new Map<string, Set<Listener>>()

/** Listens to the client. Answers how to stop. */
export function on(type: string, listener: Listener): () => void {
  const set = listeners.get(type) ?? new Set()
  listeners.set(type, set.add(listener))
  return () => set.delete(listener)
}

/** Hands an event of the client to whoever listens. */
export function receive(type: string, payload: Payload) {
  for (const listener of [...(listeners.get(type) ?? [])]) listener(payload)
}

export interface Question {
  type: string
  payload?: Payload
  /** The events that answer it: the first that comes. One with another `req_id` than the question's is not its answer. */
  answers: readonly string[]
  /** The version of the Bot API that knows it; an older client is not asked. */
  since?: string
  timeoutMs?: number
}

export interface Answer {
  type: string
  payload: Payload
}

/** Asks and waits for one answer; null when none comes in time. */
export function ask({
  type,
  payload = {},
  answers,
  since,
  timeoutMs = 2_000,
}: Question): Promise<Answer | null> {
  return new Promise(resolve => {
    const done = (answer: Answer | null) => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve(answer)
    }
    const stops = answers.map(answer =>
      on(answer, told => {
        if (payload.req_id === undefined || told.req_id === payload.req_id)
          done({ type: answer, payload: told })
      }),
    )
    const timer = setTimeout(() => done(null), timeoutMs)
    post(type, payload, since)
  })
}
