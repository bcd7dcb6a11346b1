import { useEffect, useRef, useState } from 'react'

const step = 10

/**
 * How many of a list to draw now. A list that arrives is drawn ten by ten, each ten in a task of its own, so that a finger
 * gets in between. Once it is whole it is always drawn whole. A list that was there when the page was opened is whole from
 * the start: a way back finds its place, and a button below keeps its focus.
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
