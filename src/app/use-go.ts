import { useLayoutEffect, useRef } from 'react'
import { go } from './hash-location.tsx'

/** Goes on from a page once something is answered; nowhere when the page was left meanwhile. */
export function useGo(): typeof go {
  const isLeft = useRef(false)
  useLayoutEffect(
    () => () => {
      isLeft.current = true
    },
    [],
  )
  return (...where) => {
    if (!isLeft.current) go(...where)
  }
}
