import { useEffect, useRef, useState } from 'react'
import { type Coin, parse } from '../../../../../contract/money.ts'
import { convertToMasterBalance } from '../../../../../contract/wallet.ts'
import { decide } from '../../../../decision/decision.ts'
import { type Offer, useQuote } from '../../../../decision/use-quote.ts'
import { useKept } from '../../../../forms/draft.ts'
import type { Reply } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { isUnknown, plainTrouble, type Trouble } from '../../../../trouble/trouble.ts'
import { amountOf } from '../reckon.ts'
import type { Before } from './answer-first.tsx'
import type { Converted } from './convert-done.tsx'

type Step = 'typing' | 'summary' | 'pin'
type Answer = Reply<typeof convertToMasterBalance>

interface ConversionProps {
  coin: Coin
  available: string
  onMoved: () => void
  before: Before
}

/** What was typed, what is offered for it, how far the conversion is, and what became of it. */
export function useConversion({ coin, available, onMoved, before }: ConversionProps) {
  const [typed, setTyped, drop] = useKept(`convert ${coin}`, '')
  const [step, go] = useState<Step>('typing')
  const [trouble, setTrouble] = useState(before.no)
  const [done, setDone] = useState<Converted | null>(null)
  /** The offer that was sent and has no answer yet: the answer will be about it, whatever is offered since. */
  const [asked, setAsked] = useState<Offer | null>(null)

  const amount = amountOf(typed)
  const isOver = minor(amount, coin) > minor(available, coin)
  const isWanted = minor(amount, coin) > 0n && !isOver && !asked && !done
  const { offer, no, isAsking } = useQuote(coin, isWanted ? amount : null)
  const standing = asked ?? offer
  const agree = useAgreement({ standing, step, go })

  function type(next: string) {
    if (step !== 'typing') return
    setTrouble(null)
    setTyped(next)
  }

  async function confirm(pin: string): Promise<Answer> {
    if (!standing) return { ok: false, message: 'nothing is offered' }
    setAsked(standing)
    const { quoteId, from: currency, amount } = standing
    const reply = await decide(convertToMasterBalance, { quoteId, amount, currency, pin })
    if (!isUnknown(reply)) setAsked(null)
    return reply
  }

  function take(reply: Answer) {
    if (isUnknown(reply)) return before.onUnknown()
    if (reply.ok) {
      drop()
      setDone(reply.data)
    }
    const isExpired = !reply.ok && reply.key === 'quote_expired'
    setTrouble(isExpired ? expired() : plainTrouble(reply, { currency: coin }))
    go(isExpired ? 'summary' : 'typing')
    onMoved()
  }

  function again() {
    setDone(null)
    setTyped('')
  }

  return {
    typed,
    type,
    step,
    go,
    trouble,
    done,
    offer: standing,
    no,
    isAsking,
    isOver,
    agree,
    confirm,
    take,
    again,
  }
}

function expired(): Trouble {
  return { text: t('card.convert.expired'), mend: null }
}

interface Agreement {
  standing: Offer | null
  step: Step
  go: (step: Step) => void
}

/** The PIN is for what was agreed to: when less is offered since, it is to be agreed to anew. */
function useAgreement({ standing, step, go }: Agreement): () => void {
  const agreed = useRef('0')
  const receive = standing?.receive
  useEffect(() => {
    if (receive === undefined && (step === 'summary' || step === 'pin')) go('typing')
    else if (step === 'pin' && minor(receive ?? '0', 'USDT') < minor(agreed.current, 'USDT')) go('summary')
  }, [receive, step, go])
  return () => {
    agreed.current = receive ?? '0'
    go('pin')
  }
}

function minor(amount: string, currency: Coin): bigint {
  return parse(amount, currency) ?? 0n
}
