import type { Refusal } from '../contract/refusal.ts'

/**
 * An expected no. The contract of the call lists it; the app has words for it. `facts` are what the words need:
 * limits, times, a missing amount.
 */
export class Refused extends Error {
  readonly key: Refusal
  readonly facts: Record<string, unknown> | null

  constructor(key: Refusal, facts: Record<string, unknown> | null = null) {
    super(key)
    this.key = key
    this.facts = facts
  }
}

/** Not there or not yours: answered alike, as status 403 (access denied). */
export class Denied extends Error {}
