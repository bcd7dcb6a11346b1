import { type Card, cards } from '../../../../contract/card.ts'
import { type Coin, scales } from '../../../../contract/money.ts'
import { dateTime } from '../../../calendar.ts'
import { link } from '../../../hash-location.tsx'
import { PinAsk } from '../../../pin-ask.tsx'
import { Receipt } from '../../../receipt.tsx'
import { t } from '../../../state/locale.ts'
import { TroubleNotice } from '../../../trouble-notice.tsx'
import { AmountEntry } from '../../../ui/amount-entry.tsx'
import { amountText } from '../../../ui/amount-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Money } from '../../../ui/money.tsx'
import { Page } from '../../../ui/page.tsx'
import { Result } from '../../../ui/seal.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { UnknownPage } from '../../../unknown-page.tsx'
import { type Load, useLoad } from '../../../use-load.ts'
import type { WalletCoins } from './convertible.ts'
import { type Choice, Ends } from './ends.tsx'
import { Loaded } from './loaded.tsx'
import { canMove } from './move.tsx'
import { choicesOf } from './move-entry.tsx'
import { OfferFacts, OfferLine, OfferWords, usdt } from './offer-words.tsx'
import { type Converted, useConversion } from './use-conversion.ts'

export interface ConvertProps {
  coin: Coin
  /** Coins to choose from. */
  coins: string[]
  wallet: Load<WalletCoins>
  /** Another coin or a card. */
  onFrom: (chosen: string) => void
}

/** A coin becomes the wallet's USDT: how much, what exactly arrives, PIN, result. */
export function Convert({ coin, coins, wallet, onFrom }: ConvertProps) {
  const cardPage = useLoad(cards, { pageSize: 50, page: 1 })
  if (!wallet.data) {
    return (
      <Page title={t('card.convert.title')}>
        <Loaded of={wallet}>{() => null}</Loaded>
      </Page>
    )
  }
  const availableOf = (currency: Coin) =>
    wallet.data?.find(each => each.currency === currency)?.available ?? '0'
  const giving = (cardPage.data?.list ?? []).filter((card: Card) => canMove(card, 'toWallet'))
  return (
    <Entry
      coin={coin}
      available={availableOf(coin)}
      usdtAvailable={availableOf('USDT')}
      choices={choicesOf(giving, coins.includes(coin) ? coins : [coin, ...coins])}
      onFrom={onFrom}
      onMoved={wallet.reload}
    />
  )
}

interface EntryProps {
  coin: Coin
  available: string
  usdtAvailable: string
  choices: Choice[]
  onFrom: (chosen: string) => void
  onMoved: () => void
}

function Entry({ coin, available, usdtAvailable, choices, onFrom, onMoved }: EntryProps) {
  const conversion = useConversion({ coin, available, onMoved })
  const { typed, type, step, go, trouble, done, offer, no, isAsking, isOver } = conversion
  if (done) return <Done coin={coin} converted={done} onAgain={conversion.again} />
  if (step === 'unknown') return <UnknownPage title={t('card.convert.title')} onAsk={() => go('pin')} />
  return (
    <Page
      title={t('card.convert.title')}
      footer={
        <Button isDisabled={!offer} onPress={() => go('summary')}>
          {t('card.next')}
        </Button>
      }
    >
      <Ends
        from={{ name: coin, available, currency: coin, choices, chosen: coin, onChoose: onFrom }}
        to={{ name: t('card.move.wallet'), available: usdtAvailable, currency: 'USDT' }}
      />
      <TroubleNotice trouble={step === 'typing' ? trouble : null} />
      <AmountEntry
        typed={typed}
        onInput={type}
        currency={coin}
        scale={scales[coin]}
        sums={[]}
        max={available}
      >
        <OfferWords coin={coin} offer={offer} no={no} isAsking={isAsking} isOver={isOver} />
      </AmountEntry>
      <Sheets of={conversion} />
    </Page>
  )
}

/** The offer in full, then the PIN, with the offer always in sight. */
function Sheets({
  of: { step, go, offer, trouble, agree, confirm, take },
}: {
  of: ReturnType<typeof useConversion>
}) {
  const close = () => go('typing')
  if (!offer) return null
  return (
    <>
      <Sheet isOpen={step === 'summary'} title={t('card.move.confirm')} onClose={close}>
        <TroubleNotice trouble={trouble} />
        <OfferFacts offer={offer} />
        <OfferLine offer={offer} />
        <p class="cap">{t('card.convert.stands')}</p>
        <Button onPress={agree}>{t('card.move.withPin')}</Button>
      </Sheet>
      <Sheet isOpen={step === 'pin'} title={t('pin.title')} onClose={close}>
        <OfferLine offer={offer} />
        <PinAsk
          movesMoney
          label={t('pin.label')}
          confirm={t('card.convert.title')}
          ask={confirm}
          onAnswer={take}
        />
      </Sheet>
    </>
  )
}

/** It is done: the seal, what became of what, and the bill. */
function Done({ coin, converted, onAgain }: { coin: Coin; converted: Converted; onAgain: () => void }) {
  const { amount, received, fee, walletAvailable, billId } = converted
  return (
    <Page
      title={t('card.convert.title')}
      footer={
        <>
          <Button href={link('bill', { id: billId })}>{t('card.convert.bill')}</Button>
          <Button kind="quiet" onPress={onAgain}>
            {t('card.again')}
          </Button>
        </>
      }
    >
      <Result state="done" title={t('card.convert.done')} amount={usdt(received)} />
      <Facts
        facts={[
          { label: t('card.convert.give'), value: <Money exact amount={amount} currency={coin} /> },
          { label: t('card.fee'), value: usdt(fee) },
          {
            label: t('card.move.walletNow'),
            value: <Money exact amount={walletAvailable} currency="USDT" />,
          },
        ]}
      />
      <Receipt
        title={t('card.convert.done')}
        lines={[
          [t('card.convert.give'), amountText({ amount, currency: coin, exact: true })],
          [t('card.fee'), usdt(fee)],
          [t('card.move.wallet'), usdt(received)],
          [t('card.time'), dateTime(new Date().toISOString())],
        ]}
      />
    </Page>
  )
}
