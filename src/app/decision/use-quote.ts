import { useRef, useState } from 'react'
import type { Coin } from '../../contract/money.ts'
import { type Quoted, quote } from '../../contract/wallet.ts'
import { usePoll } from '../loading/use-poll.ts'
import { send } from '../send.ts'
import type { No } from '../trouble/trouble.ts'

const typingMs = 400
const silenceMs = 5_000
const noRateMs = 15_000
/** How long a quote stands at most. */
export const standsSeconds = 30

/** A quote, and when the seconds that it stands for are over on this phone, in milliseconds. */
export interface Offer extends Quoted {
  endsAt: number
  /** What the quote before it promised for the same amount; null for the first. */
  before: string | null
}

interface Answer {
  /** What was asked: another amount has another answer. */
  about: string
  offer: Offer | null
  no: No | null
  /** What was promised last, also when there was no answer since. */
  receive: string | null
}

/**
 * The quote for an amount of a coin, asked for when typing pauses and renewed by itself whenever it runs out; none
 * while the amount is null. An amount that stands there from the start is asked about at once.
 */
export function useQuote(from: Coin, amount: string | null) {
  const about = amount === null ? '' : `${from} ${amount}`
  const first = useRef(about)
  const [answer, setAnswer] = useState<Answer>({ about: '', offer: null, no: null, receive: null })

  const renew = usePoll(async signal => {
    if (amount === null) return null
    const isTyped = about !== first.current && about !== answer.about
    if (isTyped) await new Promise(resolve => setTimeout(resolve, typingMs))
    if (signal.aborted) return null
    const reply = await send(quote, { from, to: 'USDT', amount }, { signal, background: true })
    if (signal.aborted) return null
    const leftMs = reply.ok ? (reply.data.leftSeconds ?? standsSeconds) * 1_000 : 0
    setAnswer(last => {
      const before = last.about === about ? last.receive : null
      return reply.ok
        ? {
            about,
            offer: { ...reply.data, endsAt: Date.now() + leftMs, before },
            no: null,
            receive: reply.data.receive,
          }
        : { about, offer: null, no: reply, receive: before }
    })
    return reply.ok ? leftMs : pauseAfter(reply)
  }, about)

  const isAnswered = answer.about === about
  return {
    offer: isAnswered ? answer.offer : null,
    no: isAnswered ? answer.no : null,
    isAsking: amount !== null && !isAnswered,
    renew,
  }
}

function pauseAfter({ key }: No): number | null {
  if (key === 'network') return silenceMs
  return key === 'rate_unavailable' ? noRateMs : null
}
