import { useState } from 'react'
import { type CardType, openCard } from '../../../../../contract/card.ts'
import { decide, undecided } from '../../../../decision/decision.ts'
import { keepDraft } from '../../../../forms/draft.ts'
import { fromHere } from '../../../../routing/from-here.ts'
import { t } from '../../../../state/locale.ts'
import { isUnknown, type Trouble } from '../../../../trouble/trouble.ts'
import { troubleOf } from '../trouble.ts'
import type { OpenPlan } from './open-plan.ts'

/** What is ordered beside its kind and sum. */
export interface OrderedCard {
  nickname?: string | undefined
  /** The cardholder whom the issuer took on its own page. */
  cardHolderId?: string | undefined
}

/** What had been shown when the server asked for another sum. */
export interface Changed {
  openFee: string
  total: string
  /** What it costs now. */
  now: string
}

/** The decision to open a card for what was shown: one key until there is a definite answer. */
export function useOpenPayment(
  kind: CardType,
  { plan, order, onStale }: { plan: OpenPlan; order: OrderedCard; onStale: () => void },
) {
  const wanted = {
    cardTypeId: kind.id,
    ...(Number(plan.amount) > 0 && { rechargeAmount: plan.amount }),
    ...(order.nickname && { nickname: order.nickname }),
    ...(order.cardHolderId && { cardHolderId: order.cardHolderId }),
  }
  const go = fromHere()
  const [open, setOpen] = useState(oldest)
  const input = open ?? { ...wanted, total: plan.total }
  const [isAsking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [changed, setChanged] = useState<Changed | null>(null)

  function send(pin: string) {
    return decide(openCard, { ...input, pin })
  }

  function take(reply: Awaited<ReturnType<typeof send>>) {
    const { cardTypeId, rechargeAmount: amount, total = plan.total } = input
    setAsking(false)
    setOpen(oldest())
    if (reply.ok) {
      for (const draft of ['open', 'nickname']) keepDraft(`${draft} ${cardTypeId}`, null)
      return go('payOpenCard', { cardTypeId, orderId: reply.data.orderId }, { replace: true })
    }
    if (isUnknown(reply)) return
    const isStale = reply.key === 'quote_expired'
    const isThis = cardTypeId === kind.id && amount === wanted.rechargeAmount
    if (isStale) onStale()
    setChanged(isStale && isThis ? { openFee: kind.openFee, total, now: String(reply.details?.total) } : null)
    if (!isStale) setTrouble(troubleOf(reply, { cardTypeId, amount }))
    else setTrouble(isThis ? null : { text: t('card.pay.otherChanged'), mend: null })
  }

  return { open, look: () => setOpen(oldest), isAsking, setAsking, trouble, changed, send, take }
}

/**
 * A card that was paid for, whichever it is, and is without an answer: it is asked about, as it was sent, before another one
 * is paid for.
 */
function oldest() {
  return undecided(openCard)[0]
}
