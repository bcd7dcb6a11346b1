import { type Card, cards } from '../../../../../contract/card.ts'
import { type Coin, scales } from '../../../../../contract/money.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { Loaded } from '../../../../loading/loaded.tsx'
import { type Load, useLoad } from '../../../../loading/use-load.ts'
import { t } from '../../../../state/locale.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { AmountEntry } from '../../../../ui/amount-entry.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { AnswerFirst, type Before } from './answer-first.tsx'
import { canMove } from './can-move.ts'
import { ConvertDone } from './convert-done.tsx'
import type { WalletCoins } from './convertible.ts'
import { type Choice, Ends } from './ends.tsx'
import { choicesOf } from './move-entry.tsx'
import { OfferLine, OfferSummary, OfferWords } from './offer-words.tsx'
import { useConversion } from './use-conversion.ts'

interface ConvertProps {
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
  const availableOf = (currency: Coin) =>
    wallet.data?.find(each => each.currency === currency)?.available ?? '0'
  const giving = (cardPage.data?.list ?? []).filter((card: Card) => canMove(card, 'toWallet'))
  return (
    <AnswerFirst cards={cardPage.data?.list} onMoved={wallet.reload}>
      {before =>
        wallet.data ? (
          <Entry
            coin={coin}
            available={availableOf(coin)}
            usdtAvailable={availableOf('USDT')}
            choices={choicesOf(giving, coins.includes(coin) ? coins : [coin, ...coins])}
            onFrom={onFrom}
            onMoved={wallet.reload}
            before={before}
          />
        ) : (
          <Page title={t('card.convert.title')}>
            <Loaded of={wallet}>{() => null}</Loaded>
          </Page>
        )
      }
    </AnswerFirst>
  )
}

interface EntryProps {
  coin: Coin
  available: string
  usdtAvailable: string
  choices: Choice[]
  onFrom: (chosen: string) => void
  onMoved: () => void
  before: Before
}

function Entry({ coin, available, usdtAvailable, choices, onFrom, onMoved, before }: EntryProps) {
  const conversion = useConversion({ coin, available, onMoved, before })
  const { typed, type, step, go, trouble, done, offer, no, isAsking, isOver } = conversion
  if (done) return <ConvertDone coin={coin} converted={done} onAgain={conversion.again} />
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
        onEnter={offer ? () => go('summary') : undefined}
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
        <OfferSummary offer={offer} />
        <OfferLine offer={offer}>{t('card.convert.stands')}</OfferLine>
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
