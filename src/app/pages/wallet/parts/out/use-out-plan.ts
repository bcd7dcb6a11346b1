import { useState } from 'react'
import type { Coin } from '../../../../../contract/money.ts'
import { transferOutQuote } from '../../../../../contract/withdrawal.ts'
import { useRested } from '../../../../forms/use-rested.ts'
import { usePoll } from '../../../../loading/use-poll.ts'
import { type Reply, send } from '../../../../send.ts'
import type { Mode, Quote } from './out-plan.ts'

export type Planned = NonNullable<Quote['plan']> & { fee: string }

export interface Asked {
  currency: Coin
  chain: string
  address: string
  mode: Mode
  /** Null: nothing can be asked about. */
  figure: string | null
}

export interface LivePlan {
  /** What leaves and what arrives for the figure that stands there now; null while that is not known. */
  plan: Planned | null
  /** Why not. */
  failure: Exclude<Reply<typeof transferOutQuote>, { ok: true }> | null
  /** Rises with every answer. */
  turn: number
  renew: () => void
}

const renewMs = 30_000
const againMs = 5_000

/** What the server makes of a figure: asked when the fingers rest, renewed while somebody looks. */
export function useOutPlan({ mode, figure, ...place }: Asked): LivePlan {
  const now = figure === null ? '' : JSON.stringify({ ...place, [mode]: figure })
  const key = useRested(now)
  const [known, keep] = useState<Omit<LivePlan, 'renew'> & { key: string }>({
    key: '',
    plan: null,
    failure: null,
    turn: 0,
  })

  const renew = usePoll(async signal => {
    if (!key) return null
    const reply = await send(transferOutQuote, JSON.parse(key), { background: true, signal })
    if (signal.aborted) return null
    const plan = reply.ok && reply.data.plan ? { ...reply.data.plan, fee: reply.data.fee } : null
    keep(({ turn }) => ({ key, plan, failure: reply.ok ? null : reply, turn: turn + 1 }))
    return reply.ok || reply.status === undefined ? renewMs : againMs
  }, key)

  const isOfNow = known.key === now && now !== ''
  return {
    plan: isOfNow ? known.plan : null,
    failure: isOfNow ? known.failure : null,
    turn: known.turn,
    renew,
  }
}
