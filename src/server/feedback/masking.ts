/**
 * Covers card numbers in what somebody typed, all but the last four digits: 13 to 19 digits, in any grouping and any
 * width, that carry a card's check digit or stand in four groups of four, whatever digits stand before and after them,
 * such as an expiry. Hashes and addresses stay as they are.
 */
export function withoutCardNumbers(text: string): string {
  return text.replace(digitRun, covered)
}

const digitRun = /(?<![A-Za-z0-9０-９])[0-9０-９](?:[\s.·/_–—-]{0,3}[0-9０-９]){12,}(?![A-Za-z0-9０-９])/g
const groups = /^\d{4}(\D+)\d{4}\1\d{4}\1\d{4}$/

/** Digits that stand together, the card numbers among them covered as one. */
function covered(run: string): string {
  const parts = run.split(/([^0-9０-９]+)/)
  const numbers = stretches(parts).filter(([from, to]) => isCardNumber(parts.slice(from, to).join('')))
  if (numbers.length === 0) return run
  const from = Math.min(...numbers.map(([from]) => from))
  const to = Math.max(...numbers.map(([, to]) => to))
  const digits = digitsOf(parts.slice(from, to).join(''))
  return [...parts.slice(0, from), `****${digits.slice(-4)}`, ...parts.slice(to)].join('')
}

/** Every stretch of groups that is as long as a card number. Groups and what parts them take turns. */
function stretches(parts: readonly string[]): [from: number, to: number][] {
  const found: [number, number][] = []
  for (let from = 0; from < parts.length; from += 2) {
    let length = 0
    for (let to = from; to < parts.length && length <= 19; to += 2) {
      length += parts[to]?.length ?? 0
      if (length >= 13 && length <= 19) found.push([from, to + 1])
    }
  }
  return found
}

function isCardNumber(text: string): boolean {
  return groups.test(text.normalize('NFKC')) || hasCheckDigit(digitsOf(text))
}

function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}

/** The Luhn check that every card number passes. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
