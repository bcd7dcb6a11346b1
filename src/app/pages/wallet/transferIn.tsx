import { useEffect } from 'react'
import type { Coin } from '../../../contract/money.ts'
import { queryWallet } from '../../../contract/wallet.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useLoad } from '../../loading/use-load.ts'
import { go } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Page } from '../../ui/page.tsx'
import { isCoin } from './parts/coins.ts'
import { AddressSkeleton } from './parts/deposit/address-card.tsx'
import { Deposit, Leaving } from './parts/deposit/deposit.tsx'
import { OtherCoin } from './parts/other-coin.tsx'

/** The customer's own address for a coin on a network, and every deposit to it, live. */
export default function TransferIn({ query: { coin, chain, amount } }: PageProps) {
  const member = useMember()
  const currency = isCoin(coin) ? coin : null
  useEffect(() => {
    if (!currency) go('selectCoin', { for: 'in' }, { replace: true })
  }, [currency])
  if (!currency) return null
  return (
    <Page title={t('wallet.in.title', { coin: currency })} action={<OtherCoin way="in" />}>
      {member?.deleteAt && <Leaving />}
      {member && !member.deleteAt && !chain && <FindNetwork currency={currency} amount={amount} />}
      {member && !member.deleteAt && chain && (
        <Deposit key={currency + chain} currency={currency} chain={chain} amount={amount} />
      )}
    </Page>
  )
}

interface Asked {
  currency: Coin
  /** What is missing for what the customer was about to do. */
  amount: string | undefined
}

/** A link without a network: the only one there is, else the choice. */
function FindNetwork({ currency, amount }: Asked) {
  const wallet = useLoad(queryWallet, {})
  const chains = wallet.data?.find(coin => coin.currency === currency)?.chain
  useEffect(() => {
    if (chains?.length === 1)
      go('transferIn', { coin: currency, chain: chains[0], amount }, { replace: true })
    else if (chains) go('selectCoin', { for: 'in' }, { replace: true })
  }, [chains, currency, amount])
  return (
    <Loaded of={wallet} isMain bones={<AddressSkeleton />}>
      {() => <AddressSkeleton />}
    </Loaded>
  )
}
