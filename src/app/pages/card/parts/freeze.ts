import { useEffect, useRef, useState } from 'react'
import type { Card } from '../../../../contract/card.ts'
import { freeze, unfreeze } from '../../../../contract/card-control.ts'
import { send } from '../../../send.ts'
import { feel } from '../../../telegram/telegram.ts'
import type { Trouble } from '../../../trouble/trouble.ts'
import { troubleOf } from './trouble.ts'

export interface Freezing {
  /** The card as it is now, so far as freezing goes. */
  card: Card
  canFreeze: boolean
  canUnfreeze: boolean
  isBusy: boolean
  trouble: Trouble | null
  toggle: () => Promise<void>
}

/** Freezes and unfreezes at once; the server enforces it whether the issuer answers or not. */
export function useFreeze(given: Card, onChange: () => void): Freezing {
  const [changed, setChanged] = useState<Card | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const running = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was loaded anew is newer than our own change
  useEffect(() => setChanged(null), [given])
  const card = changed?.id === given.id ? { ...given, status: changed.status } : given
  const canFreeze = card.status === 'active' || card.status === 'negative'
  const canUnfreeze = card.status === 'frozen_user'

  async function toggle() {
    if (running.current) return
    running.current = true
    setBusy(true)
    setTrouble(null)
    const reply = await send(canUnfreeze ? unfreeze : freeze, { id: card.id })
    running.current = false
    setBusy(false)
    setTrouble(troubleOf(reply, { cardId: card.id }))
    if (!reply.ok) return
    feel('medium')
    setChanged(reply.data)
    onChange()
  }

  return { card, canFreeze, canUnfreeze, isBusy, trouble, toggle }
}
