import type { PageProps } from '../../routes.ts'
import { Move } from './parts/move.tsx'

/** Card to wallet, with the card to be chosen and the way to be switched. */
export default function ConvertWallet({ query: { cardId } }: PageProps) {
  return <Move direction="toWallet" cardId={cardId} />
}
