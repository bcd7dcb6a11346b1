import { useEffect, useState } from 'react'
import { getUser } from '../../../../contract/account.ts'
import { type CardType, getCardType } from '../../../../contract/card.ts'
import { masterBudgetBalance } from '../../../../contract/wallet.ts'
import { send } from '../../../send.ts'
import { isSignedIn, updateUser } from '../../../state/session.ts'
import { type Load, useLoad } from '../../../use-load.ts'

/**
 * The kind of card that is to be opened, and what the wallet has for it; null while that is not known. The gates are
 * read anew too: a verification may have been approved a moment ago.
 */
export function useOpening(cardTypeId: string): { kind: Load<CardType>; wallet: string | null } {
  const kind = useLoad(getCardType, { id: cardTypeId })
  const [wallet, setWallet] = useState<string | null>(null)
  const isKnown = isSignedIn.value
  const at = kind.data

  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever the kind is
  useEffect(() => {
    if (!isKnown) return
    const stop = new AbortController()
    async function read() {
      const options = { signal: stop.signal, background: true }
      const [user, budget] = await Promise.all([
        send(getUser, {}, options),
        send(masterBudgetBalance, {}, options),
      ])
      if (user.ok) updateUser(user.data)
      if (budget.ok) setWallet(budget.data.available)
    }
    read()
    return () => stop.abort()
  }, [isKnown, at])

  return { kind, wallet }
}
