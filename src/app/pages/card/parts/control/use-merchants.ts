import { useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import { cardMerchants } from '../../../../../contract/card-control.ts'
import type { MerchantChange } from '../../../../../contract/usage.ts'
import { type Reply, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { troubleOf } from '../trouble.ts'
import { usd } from './usd.ts'

export type MerchantList = Output<typeof cardMerchants>
export type Merchant = MerchantList['list'][number]
/** Is told what is set, and whether that allows more than before. */
export type Change = (set: MerchantChange, allows: boolean) => void

/** The merchants as they were answered last, and the change that waits for the PIN. */
export function useMerchants(cardId: string, onTaken: () => void) {
  const [now, setNow] = useState<MerchantList | null>(null)
  const [asked, setAsked] = useState<MerchantChange | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)

  function take(reply: Reply<typeof cardMerchants>) {
    setAsked(null)
    const text = ownWords(reply)
    setTrouble(text ? { text, mend: null } : troubleOf(reply, { cardId }))
    if (!reply.ok) return
    setNow(reply.data)
    onTaken()
  }
  const change: Change = async (set, allows) => {
    if (isBusy) return
    if (allows) return setAsked(set)
    setBusy(true)
    const reply = await send(cardMerchants, { id: cardId, set })
    setBusy(false)
    take(reply)
  }
  const ask = (pin: string) => send(cardMerchants, { id: cardId, ...(asked && { set: asked }), pin })

  return { now, asked, trouble, isBusy, change, ask, take }
}

function ownWords(reply: Reply<typeof cardMerchants>): string | null {
  if (reply.ok || !reply.key) return null
  if (reply.key === 'limit_exceeded') return t('control.merchants.full')
  const { min, max } = (reply.details ?? {}) as Record<string, string>
  if (reply.key !== 'amount_out_of_range' || !min || !max) return null
  return t('control.merchants.capRange', { min: usd(min), max: usd(max) })
}
