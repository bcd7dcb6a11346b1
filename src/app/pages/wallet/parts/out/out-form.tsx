import type { ComponentChildren } from 'preact'
import { useState } from 'react'
import { addressBook } from '../../../../../contract/address-book.ts'
import type { Coin } from '../../../../../contract/money.ts'
import { transferOut, transferOutQuote } from '../../../../../contract/withdrawal.ts'
import { undecided } from '../../../../decision/decision.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Empty, Skeleton } from '../../../../ui/states.tsx'
import { OtherCoin } from '../other-coin.tsx'
import { useLive } from '../use-live.ts'
import { OutAmount } from './out-amount.tsx'
import { OutDebt } from './out-debt.tsx'
import { leftOf } from './out-left.ts'
import type { Quote } from './out-plan.ts'
import type { Open } from './out-send.ts'
import { OutUnknown } from './out-unknown.tsx'
import { OutWait } from './out-wait.tsx'
import { OutWhere } from './out-where.tsx'

const renewMs = 30_000

interface OutFormProps {
  currency: Coin
  chain: string
  /** Where to: an address of the book leads on to the amount, any other is looked at first. */
  to: string | undefined
  /** What a payment link asks for. */
  amount: string | undefined
}

/** A withdrawal before it is decided. The address stands in the URL: back leads from the amount to the addresses. */
export function OutForm({ currency, chain, to, amount }: OutFormProps) {
  const book = useLive(addressBook, { chain }, () => renewMs)
  const saved = book.data?.find(({ address }) => address === to || address.toLowerCase() === to)
  const address = saved && { address: saved.address }
  const quote = useLive(transferOutQuote, { currency, chain, ...address }, pauseOf)
  const [open, setOpen] = useState(oldest)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const title = t('wallet.out.title', { coin: currency })

  function end(why: Trouble | null) {
    setOpen(oldest())
    setTrouble(why)
    quote.reload()
  }

  const isLooking = to && !book.data && book.state === 'loading'

  if (open) return <OutUnknown key={open.requestId} open={open} onEnd={end} />
  if (!quote.data && quote.state === 'failed' && quote.refusal)
    return (
      <Framed title={title}>
        <Unsupported text={quote.refusal} />
      </Framed>
    )
  const notices = (
    <>
      {quote.data?.wait && <OutWait wait={quote.data.wait} />}
      {quote.data?.debt && <OutDebt debt={quote.data.debt} />}
      <TroubleNotice trouble={trouble} />
    </>
  )
  if (quote.data && saved) {
    return (
      <OutAmount
        key={saved.id}
        title={title}
        currency={currency}
        quote={quote.data}
        to={saved}
        amount={amount}
        notices={notices}
        onUnknown={setOpen}
        onEnd={end}
      />
    )
  }
  return (
    <Framed title={title}>
      <Loaded of={quote}>
        {known => (
          <>
            {notices}
            {isLooking ? (
              <Skeleton rows={2} />
            ) : (
              <OutWhere currency={currency} chain={chain} quote={known} book={book} to={to} amount={amount} />
            )}
          </>
        )}
      </Loaded>
    </Framed>
  )
}

/** Nothing new leaves, of whatever coin, while what was sent before is without an answer. */
function oldest(): Open | null {
  return undecided(transferOut)[0] ?? null
}

/** What waits is asked about again when the wait ends. */
function pauseOf({ wait }: Quote): number {
  return wait ? Math.min(renewMs, 1_000 + leftOf(wait, wait.leftSeconds) * 1_000) : renewMs
}

function Framed({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <Page title={title} action={<OtherCoin way="out" />}>
      {children}
    </Page>
  )
}

function Unsupported({ text }: { text: string }) {
  return (
    <Empty icon="ban" text={text}>
      <Button kind="plain" href={link('selectCoin', { for: 'out' })}>
        {t('wallet.in.choose')}
      </Button>
    </Empty>
  )
}
