import { inspect } from 'node:util'

/** Told in one sentence to whoever gave the command or the configuration: where in the code it was said is of no use to them. */
export class PlainError extends Error {
  [inspect.custom](): string {
    return this.message
  }
}
