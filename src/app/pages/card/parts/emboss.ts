/** What fits on a card. */
export const embossMax = 26

/** A name as it stands on a card: capitals, at most 26; what is too long loses letters of the first names. */
export function embossed({ firstName, lastName }: { firstName: string; lastName: string }): {
  text: string
  isCut: boolean
} {
  const whole = `${firstName} ${lastName}`.trim().replace(/\s+/g, ' ').toUpperCase()
  if (whole.length <= embossMax) return { text: whole, isCut: false }
  const initials = firstName
    .trim()
    .split(/\s+/)
    .map(word => word.slice(0, 1))
    .join(' ')
  return { text: `${initials} ${lastName.trim()}`.toUpperCase().slice(0, embossMax), isCut: true }
}
