/** The first and last six characters of an address, which is how people recognise one: `0x52908…` keeps its six digits. */
export function endsOf(address: string): string {
  const { prefix, body } = partsOf(address)
  return `${prefix}${body.slice(0, 6)}…${body.slice(-6)}`
}

/** True for two addresses that begin and end with the same four characters and are not the same. */
export function isLookAlike(one: string, other: string): boolean {
  const [a, b] = [partsOf(one).body.toLowerCase(), partsOf(other).body.toLowerCase()]
  return a !== b && a.slice(0, 4) === b.slice(0, 4) && a.slice(-4) === b.slice(-4)
}

function partsOf(address: string): { prefix: string; body: string } {
  const prefix = address.startsWith('0x') ? '0x' : ''
  return { prefix, body: address.slice(prefix.length) }
}
