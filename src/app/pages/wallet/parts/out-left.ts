import { useEffect, useState } from 'react'

/** Whole seconds until an instant, renewed each second; 0 from then on. */
export function useLeft(until: string): number {
  const [left, setLeft] = useState(() => secondsUntil(until))
  const isOver = left === 0

  useEffect(() => {
    setLeft(secondsUntil(until))
    if (isOver) return
    const timer = setInterval(() => setLeft(secondsUntil(until)), 1_000)
    return () => clearInterval(timer)
  }, [until, isOver])

  return left
}

export function secondsUntil(until: string): number {
  return Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000))
}

/** `86399` seconds are `23:59:59`. */
export function clock(seconds: number): string {
  const [hours, ...rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return [hours, ...rest.map(part => String(part).padStart(2, '0'))].join(':')
}
