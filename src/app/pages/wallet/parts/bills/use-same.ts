import { useRef } from 'react'

/** The list of the last time while it holds the very same things: what was drawn of them may stay as it is. */
export function useSame<T>(list: T[]): T[] {
  const kept = useRef(list)
  const isSame = list.length === kept.current.length && list.every((one, at) => one === kept.current[at])
  if (!isSame) kept.current = list
  return kept.current
}
