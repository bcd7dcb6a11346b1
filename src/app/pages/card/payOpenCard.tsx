import { useEffect, useState } from 'react'
import type { CardType } from '../../../contract/card.ts'
import { PinAsk } from '../../decision/pin-ask.tsx'
import { amountMs, draftOf } from '../../forms/draft.ts'
import { go } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { TroubleNotice } from '../../trouble/trouble-notice.tsx'
import { amountText } from '../../ui/amount-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { KindTile } from './parts/card-tile.tsx'
import { LoadedKind } from './parts/open/loaded-kind.tsx'
import { OpenOrder } from './parts/open/open-order.tsx'
import { amountIn, openPlanOf } from './parts/open/open-plan.ts'
import { OpenSummary } from './parts/open/open-summary.tsx'
import { OpenUnknown } from './parts/open/open-unknown.tsx'
import { ReplacePage } from './parts/open/replace-lost.tsx'
import { Terms } from './parts/open/terms.tsx'
import { type OrderedCard, useOpenPayment } from './parts/open/use-open-payment.ts'
import { useOpening, type Wallet } from './parts/open/use-opening.ts'

/**
 * Pays for a card, then watches it being opened; with `orderId` it goes on watching, with `replaces` it asks for one in
 * place of a lost one.
 */
export default function PayOpenCard({ query }: PageProps) {
  const { cardTypeId, orderId, amount, cardHolderId, replaces } = query
  const isMember = useMember() !== null
  useEffect(() => {
    if (!cardTypeId && !orderId) go('cardTypeList', {}, { replace: true })
  }, [cardTypeId, orderId])
  if (!isMember) return null
  if (orderId) return <OpenOrder orderId={orderId} cardTypeId={cardTypeId} />
  if (replaces) return <ReplacePage cardId={replaces} cardTypeId={cardTypeId} />
  return cardTypeId ? (
    <Paying
      cardTypeId={cardTypeId}
      amount={amountIn(amount)}
      cardHolderId={isId(cardHolderId) ? cardHolderId : undefined}
    />
  ) : null
}

interface Asked {
  amount: string
  cardHolderId: string | undefined
}

type Order = Asked & OrderedCard

/** Whether it is written as an id: it comes from a URL. */
function isId(text: string | undefined): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text ?? '')
}

function Paying({ cardTypeId, ...asked }: Asked & { cardTypeId: string }) {
  const { kind, wallet } = useOpening(cardTypeId)
  // A name is nobody's business but the customer's: it stands in no URL.
  const [nickname] = useState(() => draftOf(`nickname ${cardTypeId}`, amountMs).text?.trim())
  const order = { ...asked, nickname }
  if (kind.data) return <Summary kind={kind.data} wallet={wallet} order={order} onStale={kind.reload} />
  return (
    <Page title={t('card.pay.title')}>
      <LoadedKind of={kind} />
    </Page>
  )
}

interface SummaryProps {
  kind: CardType
  wallet: Wallet | null
  order: Order
  /** The kind is to be read again: it costs something else now. */
  onStale: () => void
}

function Summary({ kind, wallet, order, onStale }: SummaryProps) {
  const plan = openPlanOf(kind, { typed: order.amount, wallet })
  const { open, look, isAsking, setAsking, trouble, changed, send, take } = useOpenPayment(kind, {
    plan,
    order,
    onStale,
  })
  const pay = t('card.pay.button', { amount: usdt(plan.total) })

  if (open)
    return <OpenUnknown key={open.requestId} open={open} ask={send} onAnswer={take} onDropped={look} />
  return (
    <Page
      title={t('card.pay.title')}
      footer={
        plan.gate ? (
          <Button href={plan.gate.mend.href}>{plan.gate.mend.label}</Button>
        ) : (
          <>
            <Terms />
            <Button isDisabled={plan.error !== null} onPress={() => setAsking(true)}>
              {pay}
            </Button>
          </>
        )
      }
    >
      <KindTile kind={kind} name={order.nickname} />
      <TroubleNotice trouble={trouble} retry={t('state.retry')} onRetry={() => setAsking(true)} />
      <Notice
        tone="warn"
        text={changed && t('card.pay.changed', { before: usdt(changed.total), now: usdt(changed.now) })}
      />
      <Notice tone="warn" text={plan.gate?.text ?? plan.error} />
      <OpenSummary kind={kind} plan={plan} wallet={wallet?.available ?? null} feeBefore={changed?.openFee} />
      <p class="cap">{t('card.pay.hold')}</p>
      <Sheet isOpen={isAsking} title={t('pin.title')} onClose={() => setAsking(false)}>
        <PinAsk movesMoney label={t('pin.label')} confirm={pay} ask={send} onAnswer={take} />
      </Sheet>
    </Page>
  )
}

function usdt(amount: string): string {
  return amountText({ amount, currency: 'USDT' })
}
