import { useEffect, useState } from 'react'

const pauseMs = 350

/** A value once it has not changed for a moment: what somebody types, when the fingers rest. */
export function useRested<T>(value: T): T {
  const [rested, rest] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => rest(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
