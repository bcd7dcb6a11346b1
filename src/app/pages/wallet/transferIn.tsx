import { css } from 'goober'
import { useEffect } from 'react'
import { type Coin, parse } from '../../../contract/money.ts'
import { queryWallet } from '../../../contract/wallet.ts'
import { go, link } from '../../hash-location.tsx'
import { useMember } from '../../members-only.ts'
import type { PageProps } from '../../routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ownAmount } from '../../ui/own-amount.ts'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { useLoad } from '../../use-load.ts'
import { AddressCard, AddressSkeleton } from './parts/address-card.tsx'
import { Arrivals } from './parts/arrivals.tsx'
import { isCoin } from './parts/coins.ts'
import { DepositList } from './parts/deposit-list.tsx'
import { Loaded } from './parts/loaded.tsx'
import { Terms } from './parts/terms.tsx'
import { useArrivals } from './parts/use-arrivals.ts'
import { useDeposits } from './parts/use-deposits.ts'

/** The customer's own address for a coin on a network, and every deposit to it, live. */
export default function TransferIn({ query: { coin, chain, amount } }: PageProps) {
  const member = useMember()
  const currency = isCoin(coin) ? coin : null
  useEffect(() => {
    if (!currency) go('selectCoin', { for: 'in' }, { replace: true })
  }, [currency])
  if (!currency) return null
  return (
    <Page
      title={t('wallet.in.title', { coin: currency })}
      action={
        <a class={other} href={link('selectCoin', { for: 'in' })} data-replace>
          {t('wallet.in.other')}
        </a>
      }
    >
      {member?.deleteAt && <Leaving />}
      {member && !member.deleteAt && !chain && <FindNetwork currency={currency} amount={amount} />}
      {member && !member.deleteAt && chain && (
        <Deposit key={currency + chain} currency={currency} chain={chain} amount={amount} />
      )}
    </Page>
  )
}

/** Who is about to be deleted should send nothing more. */
function Leaving() {
  return (
    <Empty icon="ban" text={t('refusal.account_closing')}>
      <Button kind="plain" href={link('cannelAccount')}>
        {t('mend.closing')}
      </Button>
    </Empty>
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
    <Loaded of={wallet} bones={<AddressSkeleton />}>
      {() => <AddressSkeleton />}
    </Loaded>
  )
}

function Deposit({ currency, chain, amount }: Asked & { chain: string }) {
  const deposits = useDeposits({ currency, chain })
  const { data, state, refusal } = deposits
  const [arrived, putAway] = useArrivals(data?.list)
  if (!data && state === 'failed' && refusal) {
    return (
      <Empty icon="ban" text={t('wallet.in.unsupported', { coin: currency, chain })}>
        <Button kind="plain" href={link('selectCoin', { for: 'in' })}>
          {t('wallet.in.choose')}
        </Button>
      </Empty>
    )
  }
  return (
    <>
      <Notice tone="warn" text={t('wallet.in.warning', { coin: currency, chain })} />
      <Notice tone="info" text={missing(amount, currency)} />
      <Loaded of={deposits} bones={<AddressSkeleton />}>
        {transferIn => (
          <>
            <AddressCard of={transferIn} coin={currency} chain={chain} />
            <Terms of={transferIn} coin={currency} />
            <DepositList of={transferIn} coin={currency} />
          </>
        )}
      </Loaded>
      <Arrivals list={arrived} onClose={putAway} />
    </>
  )
}

function missing(amount: string | undefined, currency: Coin): string | null {
  const minor = amount ? parse(amount, currency) : null
  return amount && minor !== null && minor > 0n
    ? t('wallet.in.missing', { amount: ownAmount({ amount, currency }) })
    : null
}

const other = css`
  display: grid;
  place-items: center;
  min-height: 44px;
  padding: 0 4px;
  font-size: .9375rem;
  font-weight: 500;
`
