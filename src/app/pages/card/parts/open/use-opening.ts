import { useEffect, useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import { type CardType, getCardType } from '../../../../../contract/card.ts'
import { masterBudgetBalance } from '../../../../../contract/wallet.ts'
import { onRenew } from '../../../../loading/renew.ts'
import { type Load, useLoad } from '../../../../loading/use-load.ts'
import { renewUser } from '../../../../renew-user.ts'
import { go } from '../../../../routing/hash-location.tsx'
import { send } from '../../../../send.ts'
import { isSignedIn } from '../../../../state/session.ts'

/** What of the master balance an opening asks about. */
export type Wallet = Pick<Output<typeof masterBudgetBalance>, 'available' | 'debt'>

/**
 * The kind of card that is to be opened, and what the wallet has and the cards owe; null while that is not known. The
 * gates are read anew too: a verification may have been approved a moment ago. A physical card is applied for, not opened: a link
 * to one leads there.
 */
export function useOpening(cardTypeId: string): { kind: Load<CardType>; wallet: Wallet | null } {
  const kind = useLoad(getCardType, { id: cardTypeId })
  const [wallet, setWallet] = useState<Wallet | null>(null)
  const isKnown = isSignedIn.value
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` reads again
  useEffect(() => {
    if (!isKnown) return
    const stop = new AbortController()
    async function read() {
      const options = { signal: stop.signal, background: true }
      const [budget] = await Promise.all([send(masterBudgetBalance, {}, options), renewUser(options)])
      if (budget.ok) setWallet(budget.data)
    }
    read()
    const forget = onRenew(read)
    return () => {
      forget()
      stop.abort()
    }
  }, [isKnown, turn])

  const isMade = kind.data?.type === 'physical'
  useEffect(() => {
    if (isMade) go('makeCard', { cardTypeId }, { replace: true })
  }, [isMade, cardTypeId])

  function reload() {
    kind.reload()
    setTurn(turn + 1)
  }
  return { kind: { ...kind, data: isMade ? null : kind.data, reload }, wallet }
}
