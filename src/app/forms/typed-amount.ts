/** An amount as a field begins with it: two digits after the point, as amounts are written, and no commas. */
export function typedAmount(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}
