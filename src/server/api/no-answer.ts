/** The issuer did not answer what a customer waits for: status 503. Nothing is changed here, and asking again is safe. */
export function noAnswer(what: string): Error {
  return Object.assign(new Error(`the issuer ${what}`), { statusCode: 503 })
}
