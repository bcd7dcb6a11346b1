import { useState } from 'react'
import type { Input } from '../../../../../contract/call.ts'
import { tryRules } from '../../../../../contract/card-control.ts'
import { send } from '../../../../send.ts'
import type { Hindsight } from './hindsight.tsx'
import { ownPart } from './own-part.ts'

export const RuleHindsight = ownPart(() => import('./hindsight.tsx').then(part => part.RuleHindsight))

/** Looks back before something is forbidden: what would have been stopped is shown first, and waits for a yes. */
export function useWeigh<Set>(cardId: string) {
  const [weighed, setWeighed] = useState<{ set: Set; seen: Hindsight } | null>(null)

  /** True when there is something to look at. What is not known keeps nobody from forbidding. */
  async function weigh(set: Set, tried: Omit<Input<typeof tryRules>, 'id'>): Promise<boolean> {
    const reply = await send(tryRules, { id: cardId, ...tried }, { background: true })
    if (!reply.ok || reply.data.declined === 0) return false
    setWeighed({ set, seen: reply.data })
    return true
  }

  return { weighed, weigh, leave: () => setWeighed(null) }
}
