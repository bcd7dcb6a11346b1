/**
 * Covers card numbers in what somebody typed, all but the last four digits: 13 to 19 digits, in any grouping and any
 * width, that carry a card's check digit or stand in four groups of four. Hashes and addresses stay as they are.
 */
export function withoutCardNumbers(text: string): string {
  return text.replace(candidate, found => {
    const digits = found.normalize('NFKC').replace(/\D/g, '')
    if (!groups.test(found.normalize('NFKC')) && !hasCheckDigit(digits)) return found
    return `****${digits.slice(-4)}`
  })
}

const candidate = /(?<![A-Za-z0-9０-９])[0-9０-９](?:[\s.·/_–—-]{0,2}[0-9０-９]){12,18}(?![A-Za-z0-9０-９])/g
const groups = /^\d{4}([^\d]{1,2})\d{4}\1\d{4}\1\d{4}$/

/** The Luhn check that every card number passes. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
