import { useEffect, useState } from 'react'

/** When what an answer said will be over, by this phone's clock as it was when it came. */
const ends = new WeakMap<object, number>()

/**
 * Seconds left of what an answer told of, renewed each second; 0 from then on. Counted from the seconds the server told,
 * not from the moment it named: the phone's clock may be wrong. Another answer begins anew.
 */
export function useLeft(told: object, seconds = 0): number {
  const [left, setLeft] = useState(() => leftOf(told, seconds))
  const isOver = left === 0

  useEffect(() => {
    setLeft(leftOf(told, seconds))
    if (isOver) return
    const timer = setInterval(() => setLeft(leftOf(told, seconds)), 1_000)
    return () => clearInterval(timer)
  }, [told, seconds, isOver])

  return left
}

/** Whole seconds left; the first to ask about an answer asks as it comes. */
export function leftOf(told: object, seconds: number): number {
  const end = ends.get(told) ?? Date.now() + seconds * 1_000
  ends.set(told, end)
  return Math.max(0, Math.ceil((end - Date.now()) / 1_000))
}

/** `86399` seconds are `23:59:59`. */
export function clock(seconds: number): string {
  const [hours, ...rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return [hours, ...rest.map(part => String(part).padStart(2, '0'))].join(':')
}
