import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { Move } from './parts/move/move.tsx'

/** Wallet to card, with the card to be chosen and the way to be switched. */
export default function ConvertCard({ query: { cardId } }: PageProps) {
  const isMember = useMember() !== null
  return isMember && <Move direction="toCard" cardId={cardId} />
}
