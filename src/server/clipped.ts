/** The beginning of a text, of at most this length and not ending in half a character, which the database would refuse. */
export const clipped = (text: string, most: number) => text.slice(0, most).replace(/\p{Cs}$/u, '')
