import { useEffect, useRef, useState } from 'react'

const step = 10

/**
 * How many of a list to draw now. One that arrives is drawn ten by ten, each in a task of its own, so that a finger
 * gets in between; from then on all of it is, and from the start where it was there when the page was opened: a way back
 * finds its place, and a button below keeps its focus.
 */
export function useGrowing(length: number): number {
  const [count, grow] = useState(length)
  const isWhole = useRef(false)
  isWhole.current ||= length > 0 && count >= length
  useEffect(() => {
    if (!isWhole.current && count < length) setTimeout(() => grow(Math.max(count, step) + step))
  })
  return isWhole.current ? length : Math.min(length, Math.max(count, step))
}
