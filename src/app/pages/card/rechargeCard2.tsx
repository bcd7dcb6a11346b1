import { useEffect } from 'react'
import { go } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { Move } from './parts/move/move.tsx'

/** Recharges one card from the wallet. */
export default function RechargeCard2({ query: { cardId } }: PageProps) {
  const isMember = useMember() !== null
  useEffect(() => {
    if (!cardId) go('cardList', {}, { replace: true })
  }, [cardId])
  return isMember && cardId ? <Move direction="toCard" cardId={cardId} isFixed /> : null
}
