import { useState } from 'react'
import type { Coin } from '../../../../contract/money.ts'
import { type Quoted, quote } from '../../../../contract/wallet.ts'
import { send } from '../../../send.ts'
import type { No } from '../../../trouble.ts'
import { usePoll } from '../../../use-poll.ts'

const standsSeconds = 30
const silenceMs = 5_000
const noRateMs = 15_000

/** What an amount of a coin becomes, renewed by itself whenever it runs out; `no` while nothing is offered. */
export function useOffer(from: Coin, amount: string) {
  const [{ offer, no }, set] = useState<{ offer: Quoted | null; no: No | null }>({ offer: null, no: null })
  const renew = usePoll(async signal => {
    const reply = await send(quote, { from, to: 'USDT', amount }, { signal, background: true })
    if (signal.aborted) return null
    set(reply.ok ? { offer: reply.data, no: null } : { offer: null, no: reply })
    if (reply.ok) return (reply.data.leftSeconds ?? standsSeconds) * 1_000
    if (reply.key === 'network' || reply.status !== undefined) return silenceMs
    return reply.key === 'rate_unavailable' ? noRateMs : null
  }, `${from} ${amount}`)
  return { offer, no, renew }
}
