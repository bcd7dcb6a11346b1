import { useState } from 'react'
import { queryWallet } from '../../../contract/wallet.ts'
import { useLoad } from '../../loading/use-load.ts'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { Convert } from './parts/move/convert.tsx'
import { convertible, isConvertible } from './parts/move/convertible.ts'
import { Move } from './parts/move/move.tsx'

/** To the wallet's USDT, from a card or from a coin, with both to be chosen and the way to be switched. */
export default function ConvertWallet({ query: { cardId, coin } }: PageProps) {
  const isMember = useMember() !== null
  const asked = coin ?? cardId
  return isMember && <From key={asked} asked={asked} />
}

function From({ asked }: { asked: string | undefined }) {
  const wallet = useLoad(queryWallet, {})
  const [from, choose] = useState(asked)
  const coins = convertible(wallet.data ?? [])
  return isConvertible(from) ? (
    <Convert key={from} coin={from} coins={coins} wallet={wallet} onFrom={choose} />
  ) : (
    <Move direction="toWallet" cardId={from} coins={coins} onCoin={choose} />
  )
}
