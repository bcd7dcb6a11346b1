// Rules that a phone checks while somebody types, without zod. This file declares no call, so that the app gets it as it is.

/** The name on a card: 2 to 26 of the letters that can be embossed, with space, `.`, `'` and `-` between them. */
export const embossRule = /^[A-Za-z][A-Za-z .'-]{0,24}[A-Za-z.]$/

/** The PIN of a card at terminals and machines: four digits, not all equal and not in a row. */
export const cardPinRule =
  /^(?!(\d)\1{3})(?!0123|1234|2345|3456|4567|5678|6789|9876|8765|7654|6543|5432|4321|3210)\d{4}$/
