import type { Call } from '../../contract/call.ts'
import { always, type Refusal } from '../../contract/refusal.ts'

/**
 * An expected no. The contract of the call lists it; the app has words for it. `details` are what the words need:
 * limits, times, a missing amount. They travel as the `data` of the envelope.
 */
export class Refused extends Error {
  readonly key: Refusal
  readonly details: Record<string, unknown> | null

  constructor(key: Refusal, details: Record<string, unknown> | null = null) {
    super(key)
    this.key = key
    this.details = details
  }
}

/** Not there or not yours: answered alike, as status 403 (access denied). */
export class Denied extends Error {}

/** Their session has ended meanwhile: answered as to anybody without one, as status 401. */
export class SignedOut extends Error {}

/** What a call may refuse with: what it lists and what any call may say. `network` is the app's own and never travels. */
export function refusalsOf({ refuses }: Call): Refusal[] {
  return [...new Set<Refusal>([...refuses, ...always])].filter(key => key !== 'network')
}
