import { useCallback, useEffect, useRef } from 'react'
import { isSeen } from '../seen.ts'
import { onRenew } from './renew.ts'

/** Asks once; answers after how many milliseconds to ask again, or null to leave it. */
type Ask = (signal: AbortSignal) => Promise<number | null>

/**
 * Asks again and again while somebody looks: at once, then after each answer's pause. A page that nobody sees does not
 * ask again; one that comes back, is online again or pulled asks at once. Another `key` begins anew. Answers how to ask now.
 */
export function usePoll(ask: Ask, key: string): () => void {
  const current = useRef(ask)
  current.current = ask
  const turn = useRef((): unknown => null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what begins anew
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop = new AbortController()
    turn.current = async () => {
      clearTimeout(timer)
      stop.abort()
      stop = new AbortController()
      const { signal } = stop
      const pauseMs = await current.current(signal)
      if (!signal.aborted && isSeen.peek() && pauseMs !== null) timer = setTimeout(turn.current, pauseMs)
    }
    const wake = () => (isSeen.peek() ? turn.current() : clearTimeout(timer))
    addEventListener('online', wake)
    const forget = onRenew(() => turn.current())
    if (!isSeen.peek()) turn.current()
    const lookAway = isSeen.subscribe(wake)
    return () => {
      forget()
      lookAway()
      clearTimeout(timer)
      stop.abort()
      removeEventListener('online', wake)
    }
  }, [key])

  return useCallback(() => void turn.current(), [])
}
