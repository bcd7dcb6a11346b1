/** An expected no of the sandbox: an HTTP status of the 400s and a code that programs can read. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Throws unless the row is there. */
export function found<Row>(row: Row | undefined, noun: string): Row {
  if (row === undefined)
    throw new Refusal(404, `${noun.replaceAll(' ', '_')}_unknown`, `There is no such ${noun}.`)
  return row
}
