/** What became of an authenticator: on, with its recovery codes, or with new ones, kept or not; or off. */
export type SecondEnd = { what: 'on' | 'renewed'; codes: readonly string[] } | { what: 'kept' | 'off' }
