import { useState } from 'react'
import { cardRule } from '../../../../../contract/card-control.ts'
import type { CardRules, RuleChange } from '../../../../../contract/usage.ts'
import { type Reply, send } from '../../../../send.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { troubleOf } from '../trouble.ts'
import { useWeigh } from './use-weigh.ts'

/** Is told what is set, and whether that allows more than before. */
export type Change = (set: RuleChange, allows: boolean) => void

/** The rules as they were answered last, and the change that waits for the PIN or, for what it would have stopped, a yes. */
export function useRules(cardId: string) {
  const [now, setNow] = useState<CardRules | null>(null)
  const [asked, setAsked] = useState<RuleChange | null>(null)
  const { weighed, weigh, leave } = useWeigh<RuleChange>(cardId)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)

  function stay() {
    setAsked(null)
    leave()
  }
  function take(reply: Reply<typeof cardRule>) {
    stay()
    setTrouble(troubleOf(reply, { cardId }))
    if (reply.ok) setNow(reply.data)
  }
  const change: Change = async (set, allows) => {
    if (isBusy) return
    if (allows) return setAsked(set)
    setBusy(true)
    if (!(await weigh(set, { rules: set }))) await save(set)
    setBusy(false)
  }
  async function save(set: RuleChange) {
    take(await send(cardRule, { id: cardId, set }))
  }
  const ask = (pin: string) => send(cardRule, { id: cardId, set: asked ?? {}, pin })

  return { now, asked, weighed, trouble, change, save, leave: stay, ask, take }
}
