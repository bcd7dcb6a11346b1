/**
 * The same as the database can hold it: NUL and half characters, which it refuses, become the mark of what cannot be read.
 * What is not spoiled comes back as it was.
 */
export function storable<T>(value: T): T {
  const kept = readable(value)
  return JSON.stringify(kept) === JSON.stringify(value) ? value : (kept as T)
}

function readable(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\p{Cs}/gu, '\ufffd').replaceAll('\0', '\ufffd')
  if (Array.isArray(value)) return value.map(readable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [readable(name), readable(inner)]))
}
