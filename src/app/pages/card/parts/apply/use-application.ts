import { useState } from 'react'
import {
  type Application,
  type ApplicationStatus,
  getCardApplyRecord,
} from '../../../../../contract/application.ts'
import { whyNot } from '../../../../loading/use-load.ts'
import { usePoll } from '../../../../loading/use-poll.ts'
import { send } from '../../../../send.ts'

export interface Applied {
  /** Undefined while it is not known; null when there is none. */
  record: Application | null | undefined
  state: 'loading' | 'ready' | 'failed'
  refusal: string | null
  /** Of the reply that failed. */
  status?: number | undefined
  /** When it was read. */
  at: Date | null
  reload: () => void
  /** Takes over what a call has answered. */
  take: (record: Application) => void
}

const slowlyMs = 15_000
const moving = new Set<ApplicationStatus>(['applying', 'making', 'shipped', 'cancelling'])

/** An application by its id, or the newest of a card; asked for again while it goes on by itself. */
export function useApplication({
  id,
  cardId,
}: {
  id?: string | undefined
  cardId?: string | undefined
}): Applied {
  const [known, learn] = useState<Pick<Applied, 'record' | 'state' | 'refusal' | 'status' | 'at'>>({
    record: undefined,
    state: 'loading',
    refusal: null,
    at: null,
  })
  const input = id ? { id } : cardId ? { cardId } : {}

  const reload = usePoll(async signal => {
    const reply = await send(getCardApplyRecord, input, { signal, background: true })
    if (signal.aborted) return null
    if (reply.ok) {
      learn({ record: reply.data, state: 'ready', refusal: null, at: new Date() })
      return reply.data && moving.has(reply.data.status) ? slowlyMs : null
    }
    const refusal = whyNot(reply)
    learn(last => ({ ...last, state: 'failed', refusal, status: reply.status }))
    return refusal === null ? slowlyMs : null
  }, JSON.stringify(input))

  function take(record: Application) {
    learn({ record, state: 'ready', refusal: null, at: new Date() })
    reload()
  }
  return { ...known, reload, take }
}
