import { useState } from 'react'
import type { Call, Output } from '../../../../contract/call.ts'
import { refusalText, type Sent, send } from '../../../send.ts'
import type { Load } from '../../../use-load.ts'
import { usePoll } from '../../../use-poll.ts'

const againMs = 10_000

export interface Live<T> extends Load<T> {
  /** When the data shown was read. */
  at: Date | null
}

/** What a page shows, renewed while somebody looks; `pauseOf` says how long what was read stays good. */
export function useLive<C extends Call>(
  call: C,
  input: Sent<C>,
  pauseOf: (data: Output<C>) => number | null,
): Live<Output<C>> {
  const [shown, show] = useState<Omit<Live<Output<C>>, 'reload'>>({
    data: null,
    state: 'loading',
    refusal: null,
    at: null,
  })

  const reload = usePoll(async signal => {
    const reply = await send(call, input, { background: true, signal })
    if (signal.aborted) return null
    if (reply.ok) {
      show({ data: reply.data, state: 'ready', refusal: null, at: new Date() })
      return pauseOf(reply.data)
    }
    const refusal = reply.status === undefined ? refusalText(reply) : null
    show(last => ({ ...last, state: 'failed', refusal }))
    return refusal === null ? againMs : null
  }, JSON.stringify(input))

  return { ...shown, reload }
}
