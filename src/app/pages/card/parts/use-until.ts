import { useRef, useState } from 'react'
import type { Call, Output } from '../../../../contract/call.ts'
import { usePoll } from '../../../loading/use-poll.ts'
import { type Reply, type Sent, send } from '../../../send.ts'

export interface Until<C extends Call> {
  /** The last success; stays while the next answer is awaited. */
  data: Output<C> | null
  /** The last answer when it was no success. */
  failure: Exclude<Reply<C>, { ok: true }> | null
  retry: () => void
}

/** Asks again and again while the page is looked at, until `isOver` says that the answer is final, or it is refused. */
export function useUntil<C extends Call>(
  call: C,
  input: Sent<C>,
  { everyMs, isOver }: { everyMs: number; isOver: (data: Output<C>) => boolean },
): Until<C> {
  const [data, setData] = useState<Output<C> | null>(null)
  const [failure, setFailure] = useState<Until<C>['failure']>(null)
  const ended = useRef('')
  const key = JSON.stringify(input)

  const ask = usePoll(async signal => {
    if (ended.current === key) return null
    const reply = await send(call, input, { signal, background: true })
    if (signal.aborted) return null
    if (reply.ok) setData(reply.data)
    setFailure(reply.ok ? null : reply)
    const isEnd = reply.ok ? isOver(reply.data) : reply.status === undefined || reply.status === 403
    if (isEnd) ended.current = key
    return isEnd ? null : everyMs
  }, key)

  function retry() {
    ended.current = ''
    ask()
  }
  return { data, failure, retry }
}
