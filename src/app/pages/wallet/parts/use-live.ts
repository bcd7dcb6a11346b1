import { useRef, useState } from 'react'
import type { Call, Output } from '../../../../contract/call.ts'
import { type Sent, send } from '../../../send.ts'
import { type Load, whyNot } from '../../../use-load.ts'
import { usePoll } from '../../../use-poll.ts'

const againMs = 10_000

export interface Live<T> extends Load<T> {
  /** When the data shown was read. */
  at: Date | null
  isLive: true
}

/**
 * What a page shows, renewed while somebody looks; `pauseOf` says how long what was read stays good. What is answered
 * again as it was is the same thing, and nothing is drawn for it.
 */
export function useLive<C extends Call>(
  call: C,
  input: Sent<C>,
  pauseOf: (data: Output<C>) => number | null,
): Live<Output<C>> {
  const [shown, show] = useState<Omit<Live<Output<C>>, 'reload' | 'at' | 'isLive'>>({
    data: null,
    state: 'loading',
    refusal: null,
  })
  const readAt = useRef<Date | null>(null)

  const reload = usePoll(async signal => {
    const reply = await send(call, input, { background: true, signal })
    if (signal.aborted) return null
    if (reply.ok) {
      const { data } = reply
      readAt.current = new Date()
      show(last =>
        last.state === 'ready' && isSame(last.data, data) ? last : { data, state: 'ready', refusal: null },
      )
      return pauseOf(data)
    }
    const refusal = whyNot(reply)
    show(last => ({ ...last, state: 'failed', refusal }))
    return refusal === null ? againMs : null
  }, JSON.stringify(input))

  return {
    ...shown,
    isLive: true,
    reload,
    get at() {
      return readAt.current
    },
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
