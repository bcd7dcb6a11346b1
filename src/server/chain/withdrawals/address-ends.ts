/** The first and last six characters of an address, which is how people recognise one: `0x52908…` keeps its six digits. */
export function endsOf(address: string): string {
  const prefix = address.startsWith('0x') ? '0x' : ''
  return `${address.slice(0, prefix.length + 6)}…${address.slice(-6)}`
}
