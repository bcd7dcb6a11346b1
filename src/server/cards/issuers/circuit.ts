/** When a circuit opens, and how it finds out that it may close. */
export interface CircuitTerms {
  /** Failures in a row that open it. */
  failuresMax?: number
  /** How long it admits nothing before a probe, and again after each probe. */
  restMs?: number
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
}

/** Whether somebody who does not answer is asked at all. A question is known by any name that is its own. */
export interface Circuit {
  /** True when a question may go: any while it is closed, one for each rest while it is open. */
  admits(question: string): boolean
  /** There was an answer, whatever it said: it is closed. */
  answered(): void
  /** There was none. */
  failed(question: string): void
}

/**
 * A closed circuit. It opens after so many failures in a row and closes with the first answer. The question that failed
 * last lets others go first as the next probe: it may be the question that fails, not the issuer.
 */
export function newCircuit({
  failuresMax = 5,
  restMs = 10_000,
  now = () => performance.now(),
}: CircuitTerms = {}): Circuit {
  let failures = 0
  let failedLast = ''
  let openUntil = 0
  return {
    admits(question) {
      if (failures < failuresMax) return true
      if (now() < openUntil + (question === failedLast ? restMs : 0)) return false
      openUntil = now() + restMs
      return true
    },
    answered() {
      failures = 0
    },
    failed(question) {
      failures++
      failedLast = question
      openUntil = now() + restMs
    },
  }
}
