import { useState } from 'react'
import type { Output } from '../../../../contract/call.ts'
import { confirmTransfer } from '../../../../contract/message.ts'
import { type Coin, format, parse } from '../../../../contract/money.ts'
import type { Quoted } from '../../../../contract/wallet.ts'
import { decide, undecided } from '../../../decision/decision.ts'
import { PinAsk } from '../../../decision/pin-ask.tsx'
import { Receipt } from '../../../decision/receipt.tsx'
import { UnknownPart } from '../../../decision/unknown-page.tsx'
import { useQuote } from '../../../decision/use-quote.ts'
import { RateAge } from '../../../display/rate-age.tsx'
import { rateText } from '../../../display/rate-text.ts'
import { link } from '../../../routing/hash-location.tsx'
import type { Reply } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import { isUnknown, type No, plainTrouble, type Trouble } from '../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../trouble/trouble-notice.tsx'
import { amountText } from '../../../ui/amount-text.ts'
import { Button } from '../../../ui/button.tsx'
import { dots } from '../../../ui/dots.ts'
import { Money } from '../../../ui/money.tsx'
import { ownAmount } from '../../../ui/own-amount.ts'
import { Result } from '../../../ui/seal.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Summary, type SummaryItem } from '../../../ui/summary.tsx'
import type { Message } from './kinds.ts'

type Answer = Reply<typeof confirmTransfer>
type Moved = Output<typeof confirmTransfer>

export interface CardArrivalProps {
  message: Message
  /** It is on the card now: what the message says is out of date. */
  onMoved: () => void
  /** It was confirmed elsewhere. */
  onKnown: () => void
}

/** A coin that came to a card's address: what it would be on the card now, and the yes with the PIN. */
export function CardArrival(props: CardArrivalProps) {
  const [moved, setMoved] = useState<Moved | null>(null)
  function take(answer: Moved) {
    setMoved(answer)
    props.onMoved()
  }
  return moved ? <Done moved={moved} /> : <Waiting {...props} onAnswer={take} />
}

function Waiting({ message, onKnown, onAnswer }: CardArrivalProps & { onAnswer: (moved: Moved) => void }) {
  const { amount = '0', currency: coin = 'ETH' } = message.params as { amount?: string; currency?: Coin }
  const { sent, look, offer, no, standing, isLess, trouble, isOpen, open, close, confirm, take } = useYes({
    messageId: message.id,
    coin,
    amount,
    onKnown,
    onAnswer,
  })
  if (sent) {
    return (
      <UnknownPart
        requestId={sent.requestId}
        items={[given(amount, coin)]}
        ask={confirm}
        onAnswer={take}
        onDropped={look}
      />
    )
  }
  return (
    <>
      <TroubleNotice trouble={isOpen ? null : trouble} />
      {offer ? <Offer offer={offer} /> : <NoOffer no={no} coin={coin} />}
      <Button isDisabled={!offer} onPress={open}>
        {t('messages.arrival.confirm')}
      </Button>
      <Button kind="quiet" href={link('convertWallet', { coin })}>
        {t('messages.arrival.wallet')}
      </Button>
      <Sheet isOpen={isOpen && standing !== null} title={t('pin.title')} onClose={close}>
        <TroubleNotice trouble={isLess ? { text: t('messages.arrival.less'), mend: null } : trouble} />
        {standing && <p class="num">{t('messages.arrival.get', { amount: onCard(standing) })}</p>}
        {isLess && offer ? (
          <Button onPress={open}>{t('messages.arrival.again', { amount: onCard(offer) })}</Button>
        ) : (
          <PinAsk
            movesMoney
            label={t('pin.label')}
            confirm={t('messages.arrival.confirm')}
            ask={confirm}
            onAnswer={take}
          />
        )}
      </Sheet>
    </>
  )
}

interface Yes {
  messageId: string
  coin: Coin
  amount: string
  onKnown: () => void
  onAnswer: (moved: Moved) => void
}

/**
 * What is offered, what was agreed to, and the answer. When less is offered since, it is to be agreed to anew. What was
 * sent and has no answer is asked about as it was sent, and nothing else is offered until then.
 */
function useYes({ messageId, coin, amount, onKnown, onAnswer }: Yes) {
  const unanswered = () => undecided(confirmTransfer).find(({ id }) => id === messageId)
  const [sent, setSent] = useState(unanswered)
  const { offer, no, renew } = useQuote(coin, sent ? null : amount)
  const [agreed, agree] = useState<Quoted | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const isLess = agreed && offer && minor(offer.receive) < minor(agreed.receive)
  const standing = agreed && !isLess && offer ? offer : agreed

  function open() {
    setOpen(true)
    agree(offer)
    setTrouble(null)
  }

  function confirm(pin: string): Promise<Answer> {
    agree(standing)
    return decide(confirmTransfer, { id: messageId, quoteId: standing?.quoteId, ...sent, pin })
  }

  function take(reply: Answer) {
    agree(null)
    setOpen(false)
    setSent(unanswered)
    if (isUnknown(reply)) return
    if (reply.ok) return onAnswer(reply.data)
    if (reply.key === 'modify_failed') return onKnown()
    renew()
    const isExpired = reply.key === 'quote_expired'
    setTrouble(
      isExpired
        ? { text: t('messages.arrival.expired'), mend: null }
        : plainTrouble(reply, { currency: coin }),
    )
  }

  const look = () => setSent(unanswered)
  const close = () => setOpen(false)
  return { sent, look, offer, no, standing, isLess, trouble, isOpen, open, close, confirm, take }
}

function Offer({ offer }: { offer: Quoted }) {
  const { from: coin, amount, rate, rateTime: time, fee, feePercent, spreadPercent: share } = offer
  return (
    <Summary
      label={t('messages.arrival.offer')}
      items={[
        given(amount, coin),
        {
          label: t('messages.arrival.rate'),
          value: (
            <span class="num">
              {`1 ${coin} = ${rateText(rate)} USDT`}
              <small class="cap" style="display:block">
                {t('messages.arrival.spread', { share })}
              </small>
              <small class="cap" style="display:block">
                <RateAge of={{ masterCurrency: coin, slaveCurrency: 'USDT', rate, time, state: 'good' }} />
              </small>
            </span>
          ),
        },
        {
          label: t('messages.fact.fee'),
          value: dots(ownAmount({ amount: fee, currency: 'USDT', exact: true }), `${feePercent}%`),
        },
        {
          label: t('messages.arrival.onCard'),
          value: (
            <strong>
              <Money exact amount={centsOf(offer)} currency="USD" />
            </strong>
          ),
        },
      ]}
    />
  )
}

function NoOffer({ no, coin }: { no: No | null; coin: Coin }) {
  if (!no) return <span class="bone" style="height:180px" aria-busy="true" />
  const text =
    no.key === 'rate_unavailable' ? t('messages.arrival.noRate') : plainTrouble(no, { currency: coin })?.text
  return <TroubleNotice trouble={{ text: text ?? t('state.failed'), mend: null }} />
}

function Done({ moved: { cardId, amount, fee, rest, cardAvailable, billId } }: { moved: Moved }) {
  const figure = (amount: string, currency: string) => amountText({ amount, currency, exact: true })
  return (
    <>
      <Result
        state="done"
        title={t('messages.arrival.done')}
        amount={<Money exact amount={amount} currency="USD" />}
      />
      <Summary
        label={t('messages.facts')}
        items={[
          { label: t('messages.fact.fee'), value: <Money exact amount={fee} currency="USDT" /> },
          {
            label: t('messages.arrival.rest'),
            value: /[1-9]/.test(rest) && <Money exact amount={rest} currency="USDT" />,
          },
          {
            label: t('messages.arrival.cardNow'),
            value: <Money exact amount={cardAvailable} currency="USD" />,
          },
        ]}
      />
      <Button href={link('cardDetail', { id: cardId })}>{t('messages.action.card')}</Button>
      <Receipt
        title={t('messages.arrival.done')}
        lines={[
          [t('messages.arrival.onCard'), figure(amount, 'USD')],
          [t('messages.fact.fee'), figure(fee, 'USDT')],
        ]}
      />
      <Button kind="quiet" href={link('bill', { id: billId })}>
        {t('messages.action.bill')}
      </Button>
    </>
  )
}

function given(amount: string, currency: Coin): SummaryItem {
  return { label: t('messages.arrival.give'), value: <Money exact amount={amount} currency={currency} /> }
}

/** What is agreed to: it is told though amounts are hidden. */
function onCard(offer: Quoted): string {
  return amountText({ amount: centsOf(offer), currency: 'USD', exact: true })
}

/** A card takes whole cents. */
function centsOf({ receive }: Quoted): string {
  return format(minor(receive) / 10_000n, 'USD')
}

function minor(usdt: string): bigint {
  return parse(usdt, 'USDT') ?? 0n
}
