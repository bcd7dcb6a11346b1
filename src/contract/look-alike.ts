/**
 * Whether two texts are one address. The case of letters means nothing where digits are hexadecimal (EIP-55 only checks
 * by it); elsewhere, as in base58, it makes another address.
 */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || (isHex(one) && one.toLowerCase() === other.toLowerCase())
}

/**
 * Whether one address could be taken for the other: both begin and end with the same four characters, `0x` aside and
 * whatever their case, which is what people look at, and are not the same.
 */
export function isLookAlike(one: string, other: string): boolean {
  const [a, b] = [shown(one), shown(other)]
  return !isSameAddress(one, other) && a.slice(0, 4) === b.slice(0, 4) && a.slice(-4) === b.slice(-4)
}

function isHex(address: string): boolean {
  return /^0x/i.test(address)
}

function shown(address: string): string {
  return address.toLowerCase().replace(/^0x/, '')
}
