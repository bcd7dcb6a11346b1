/** An address in groups of four, for the eye; `0x` stays with the first. Put together they are the address. */
export function groupsOf(address: string): string[] {
  const head = address.startsWith('0x') ? 6 : 4
  const rest = address.slice(head).match(/.{1,4}/g) ?? []
  return [address.slice(0, head), ...rest]
}
