import { useEffect, useRef, useState } from 'react'
import type { Call, Output } from '../../../../contract/call.ts'
import { type Reply, type Sent, send } from '../../../send.ts'

export interface Poll<C extends Call> {
  /** The last success; stays while the next answer is awaited. */
  data: Output<C> | null
  /** The last answer when it was no success. */
  failure: Exclude<Reply<C>, { ok: true }> | null
  retry: () => void
}

/** Asks again and again while the page is looked at, until `isOver` says that the answer is final, or it is refused. */
export function usePoll<C extends Call>(
  call: C,
  input: Sent<C>,
  { everyMs, isOver }: { everyMs: number; isOver?: (data: Output<C>) => boolean },
): Poll<C> {
  const [data, setData] = useState<Output<C> | null>(null)
  const [failure, setFailure] = useState<Poll<C>['failure']>(null)
  const [attempt, setAttempt] = useState(0)
  const final = useRef(isOver)
  final.current = isOver
  const key = JSON.stringify(input)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts over
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isDone = false

    async function ask() {
      const reply = await send(call, JSON.parse(key), { signal: stop.signal, background: true })
      if (stop.signal.aborted) return
      if (reply.ok) setData(reply.data)
      setFailure(reply.ok ? null : reply)
      isDone = reply.ok
        ? (final.current?.(reply.data) ?? false)
        : reply.status === undefined || reply.status === 403
      if (!isDone && !document.hidden) timer = setTimeout(ask, everyMs)
    }
    function resume() {
      clearTimeout(timer)
      if (!isDone && !document.hidden) ask()
    }

    ask()
    document.addEventListener('visibilitychange', resume)
    addEventListener('online', resume)
    return () => {
      stop.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', resume)
      removeEventListener('online', resume)
    }
  }, [call, key, everyMs, attempt])

  return { data, failure, retry: () => setAttempt(attempt + 1) }
}
