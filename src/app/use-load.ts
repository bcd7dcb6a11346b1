import { useCallback, useEffect, useRef, useState } from 'react'
import type { Call, Output } from '../contract/call.ts'
import { refusalText, type Sent, send } from './send.ts'

export interface Load<T> {
  /** What was loaded last; stays while it is loaded again. */
  data: T | null
  state: 'loading' | 'ready' | 'failed'
  /** Words for a refusal; null for silence and failures, which `ErrorView` words itself. */
  refusal: string | null
  reload: () => void
}

/** Loads what a page shows, once and again when the input changes; called off when the page is left. */
export function useLoad<C extends Call>(call: C, input: Sent<C>): Load<Output<C>> {
  const [loaded, setLoaded] = useState<Omit<Load<Output<C>>, 'reload'>>({
    data: null,
    state: 'loading',
    refusal: null,
  })
  const stop = useRef(new AbortController())
  const key = JSON.stringify(input)

  const reload = useCallback(async () => {
    stop.current.abort()
    const mine = new AbortController()
    stop.current = mine
    setLoaded(last => ({ ...last, state: last.data === null ? 'loading' : last.state, refusal: null }))
    const reply = await send(call, JSON.parse(key), { signal: mine.signal })
    if (mine.signal.aborted) return
    if (reply.ok) return setLoaded({ data: reply.data, state: 'ready', refusal: null })
    const refusal = reply.status === undefined ? refusalText(reply) : null
    setLoaded(last => ({ ...last, state: 'failed', refusal }))
  }, [call, key])

  useEffect(() => {
    reload()
    return () => stop.current.abort()
  }, [reload])

  return { ...loaded, reload }
}
