import { useCallback, useEffect, useRef } from 'react'
import { onRenew } from './renew.ts'

/** Asks once; answers after how many milliseconds to ask again, or null to leave it. */
type Ask = (signal: AbortSignal) => Promise<number | null>

/**
 * Asks again and again while somebody looks: at once, then after each answer's pause. A hidden page asks nothing; one
 * that comes back, is online again or pulled asks at once. Another `key` begins anew. Answers how to ask now.
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
      if (!signal.aborted && !document.hidden && pauseMs !== null) timer = setTimeout(turn.current, pauseMs)
    }
    const wake = () => (document.hidden ? clearTimeout(timer) : turn.current())
    document.addEventListener('visibilitychange', wake)
    addEventListener('online', wake)
    const forget = onRenew(() => turn.current())
    turn.current()
    return () => {
      forget()
      clearTimeout(timer)
      stop.abort()
      document.removeEventListener('visibilitychange', wake)
      removeEventListener('online', wake)
    }
  }, [key])

  return useCallback(() => void turn.current(), [])
}
