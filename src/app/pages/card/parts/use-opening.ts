import { useEffect, useState } from 'react'
import { type CardType, getCardType } from '../../../../contract/card.ts'
import { masterBudgetBalance } from '../../../../contract/wallet.ts'
import { renewUser } from '../../../renew-user.ts'
import { send } from '../../../send.ts'
import { isSignedIn } from '../../../state/session.ts'
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
      const [budget] = await Promise.all([send(masterBudgetBalance, {}, options), renewUser(options)])
      if (budget.ok) setWallet(budget.data.available)
    }
    read()
    return () => stop.abort()
  }, [isKnown, at])

  return { kind, wallet }
}
