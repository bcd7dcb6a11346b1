import { useEffect, useState } from 'react'

/** A value once it has not changed for a moment: what somebody types, when the fingers rest. */
export function useSettled<T>(value: T, pauseMs = 350): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
