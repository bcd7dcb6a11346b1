import { useState } from 'react'
import type { Input, Output } from '../../../../../contract/call.ts'
import { cardMerchants, type tryRules } from '../../../../../contract/card-control.ts'
import type { MerchantChange } from '../../../../../contract/usage.ts'
import { type Reply, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { troubleOf } from '../trouble.ts'
import { usd } from './usd.ts'
import { useWeigh } from './use-weigh.ts'

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
  const { weighed, weigh, leave } = useWeigh<MerchantChange>(cardId)

  function stay() {
    setAsked(null)
    leave()
  }
  function take(reply: Reply<typeof cardMerchants>) {
    stay()
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
    const merchants = triedOf(set)
    if (!merchants || !(await weigh(set, { merchants }))) await save(set)
    setBusy(false)
  }
  async function save(set: MerchantChange) {
    take(await send(cardMerchants, { id: cardId, set }))
  }
  const ask = (pin: string) => send(cardMerchants, { id: cardId, ...(asked && { set: asked }), pin })

  return { now, asked, weighed, trouble, isBusy, change, save, leave: stay, ask, take }
}

/** What is looked back on: stopping a merchant stops all it charges, which nobody has to be told. */
function triedOf(set: MerchantChange): Input<typeof tryRules>['merchants'] {
  if ('isOnlyThese' in set) return { isOnlyThese: true }
  return 'cap' in set && set.cap !== null ? { merchant: set.merchant, cap: set.cap } : undefined
}

function ownWords(reply: Reply<typeof cardMerchants>): string | null {
  if (reply.ok || !reply.key) return null
  if (reply.key === 'limit_exceeded') return t('control.merchants.full')
  const { min, max } = (reply.details ?? {}) as Record<string, string>
  if (reply.key !== 'amount_out_of_range' || !min || !max) return null
  return t('control.merchants.capRange', { min: usd(min), max: usd(max) })
}
