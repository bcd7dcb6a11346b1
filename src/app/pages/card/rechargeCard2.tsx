import { useEffect } from 'react'
import { go } from '../../hash-location.tsx'
import type { PageProps } from '../../routes.ts'
import { Move } from './parts/move.tsx'

/** Recharges one card from the wallet. */
export default function RechargeCard2({ query: { cardId } }: PageProps) {
  useEffect(() => {
    if (!cardId) go('cardList', {}, { replace: true })
  }, [cardId])
  return cardId ? <Move direction="toCard" cardId={cardId} isFixed /> : null
}
