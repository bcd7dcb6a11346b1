import type { Card } from '../../../../../contract/card.ts'
import { type Coin, parse } from '../../../../../contract/money.ts'
import { masterBudgetBalance } from '../../../../../contract/wallet.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { Empty } from '../../../../ui/states.tsx'
import { Terms } from '../terms.tsx'
import { AddressCard, AddressSkeleton } from './address-card.tsx'
import { Arrivals } from './arrivals.tsx'
import { DepositList } from './deposit-list.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useDeposits } from './use-deposits.ts'

/** What is to be known of a card that has an address of its own. */
export type DepositCard = Pick<Card, 'id' | 'last4' | 'status'>

interface DepositProps {
  currency: Coin
  chain: string
  /** Whose address it is; without one the wallet's. */
  card?: DepositCard
  /** What is missing for what the customer was about to do. */
  amount?: string | undefined
}

/** An own address with its terms, and every deposit to it, live. */
export function Deposit({ currency, chain, card, amount }: DepositProps) {
  const deposits = useDeposits({ currency, chain, ...(card && { cardId: card.id }) })
  const { data, state, refusal } = deposits
  const [arrived, putAway] = useArrivals(data?.list)
  if (!data && state === 'failed' && refusal)
    return card ? <NoAddress card={card} why={refusal} /> : <Unsupported coin={currency} chain={chain} />
  const last4 = card?.last4
  return (
    <>
      <Notice tone="warn" text={t('wallet.in.warning', { coin: currency, chain })} />
      <Notice tone="info" text={missing(amount, currency)} />
      <Loaded of={deposits} bones={<AddressSkeleton isCard={Boolean(card)} />}>
        {transferIn => (
          <>
            <Notice tone="info" text={transferIn.former.length > 0 ? t('wallet.in.replaced') : null} />
            <AddressCard of={transferIn} coin={currency} chain={chain} last4={last4} />
            <Terms of={transferIn} coin={currency} />
            {card && <Keep />}
            <DepositList of={transferIn} coin={currency} chain={chain} last4={last4} />
          </>
        )}
      </Loaded>
      <Arrivals list={arrived} last4={last4} onClose={putAway} />
    </>
  )
}

/** What the first recharge from the wallet would have to leave there; nothing once there was one. */
function Keep() {
  const amount = useLoad(masterBudgetBalance, {}).data?.firstKeep
  if (!amount) return null
  return <p class="cap">{t('wallet.in.cardKeep', { keep: amountText({ amount, currency: 'USDT' }) })}</p>
}

/** A customer who is about to be deleted should send nothing more. */
export function Leaving() {
  return (
    <Empty icon="ban" text={t('refusal.account_closing')}>
      <Button kind="plain" href={link('cannelAccount')}>
        {t('mend.closing')}
      </Button>
    </Empty>
  )
}

function Unsupported({ coin, chain }: { coin: string; chain: string }) {
  return (
    <Empty icon="ban" text={t('wallet.in.unsupported', { coin, chain })}>
      <Button kind="plain" href={link('selectCoin', { for: 'in' })}>
        {t('wallet.in.choose')}
      </Button>
    </Empty>
  )
}

/** A card that is over, or that we stopped, takes nothing. */
function NoAddress({ card: { id, status }, why }: { card: DepositCard; why: string }) {
  const isStopped = status === 'frozen_risk'
  return (
    <Empty icon="ban" text={why}>
      <Button
        kind="plain"
        href={isStopped ? link('feedback', { refType: 'card', refId: id }) : link('cardList')}
      >
        {t(isStopped ? 'mend.service' : 'wallet.in.cards')}
      </Button>
    </Empty>
  )
}

function missing(amount: string | undefined, currency: Coin): string | null {
  const minor = amount ? parse(amount, currency) : null
  return amount && minor !== null && minor > 0n
    ? t('wallet.in.missing', { amount: ownAmount({ amount, currency, exact: true }) })
    : null
}
