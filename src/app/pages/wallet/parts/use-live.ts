import { useRef, useState } from 'react'
import type { Call, Output } from '../../../../contract/call.ts'
import { keepHere, keptHere } from '../../../loading/kept-here.ts'
import { type Load, whyNot } from '../../../loading/use-load.ts'
import { usePoll } from '../../../loading/use-poll.ts'
import { type Sent, send } from '../../../send.ts'

const againMs = 10_000

export interface Live<T> extends Load<T> {
  /** When the data shown was read. */
  at: Date | null
  isLive: true
}

/**
 * What a page shows, renewed while somebody looks; `pauseOf` says how long what was read stays good. What is answered
 * again as it was is the same thing, and nothing is drawn for it. Where it is kept, it is there again on the way back.
 */
export function useLive<C extends Call>(
  call: C,
  input: Sent<C>,
  pauseOf: (data: Output<C>) => number | null,
  { isKept = false } = {},
): Live<Output<C>> {
  const name = call.path + JSON.stringify(input)
  const [kept] = useState(() => (isKept ? keptHere<{ data: Output<C>; at: Date }>(name) : undefined))
  const [shown, show] = useState<Omit<Live<Output<C>>, 'reload' | 'at' | 'isLive'>>({
    data: kept?.data ?? null,
    state: kept ? 'ready' : 'loading',
    refusal: null,
  })
  const readAt = useRef<Date | null>(kept?.at ?? null)

  const reload = usePoll(async signal => {
    const reply = await send(call, input, { background: true, signal })
    if (signal.aborted) return null
    if (reply.ok) {
      const { data } = reply
      readAt.current = new Date()
      if (isKept) keepHere(name, { data, at: readAt.current })
      show(last =>
        last.state === 'ready' && isSame(last.data, data) ? last : { data, state: 'ready', refusal: null },
      )
      return pauseOf(data)
    }
    const refusal = whyNot(reply)
    show(last => ({ ...last, state: 'failed', refusal, status: reply.status }))
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
