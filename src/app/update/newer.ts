/** Whether version `a` is newer than `b`, number by number. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [a, b].map(version => version.split('.').map(part => Number.parseInt(part, 10) || 0))
  const length = Math.max(left?.length ?? 0, right?.length ?? 0)
  for (let index = 0; index < length; index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
