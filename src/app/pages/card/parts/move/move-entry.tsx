import { useRef, useState } from 'react'
import type { Card, CardType } from '../../../../../contract/card.ts'
import { convertToCardBalance, convertToMasterBalance } from '../../../../../contract/wallet.ts'
import { decide } from '../../../../decision/decision.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { useKept } from '../../../../forms/draft.ts'
import { t } from '../../../../state/locale.ts'
import { isUnknown } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { AmountEntry } from '../../../../ui/amount-entry.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { cardTitle } from '../card-tile.tsx'
import { moveTrouble, troubleOf } from '../trouble.ts'
import type { Before } from './answer-first.tsx'
import { type Choice, Ends } from './ends.tsx'
import { type Direction, planOf, quickSums } from './move-plan.ts'
import { MoveDone, type Moved } from './move-result.tsx'
import { MoveSummary, MoveWords } from './move-words.tsx'
import { offeredUpTo, UpToWords, upTo } from './up-to.tsx'

interface MoveEntryProps {
  title: string
  direction: Direction
  /** The card shown first. */
  first: Card
  /** The cards to choose from; none when the card is given. */
  cards: Card[]
  kinds: CardType[]
  wallet: string
  /** As in `MoveBasis`. */
  keep: string | null
  /** Coins that can be chosen instead of a card. */
  coins?: string[]
  onCoin?: ((coin: string) => void) | undefined
  onSwap?: (() => void) | undefined
  /** Something may have moved: figures are to be read again. */
  onMoved: () => void
  before: Before
}

type Step = 'typing' | 'summary' | 'pin'

/** The amount, what it costs, the summary, the PIN, and how it ended. */
export function MoveEntry(props: MoveEntryProps) {
  const { title, direction, first, cards, kinds, wallet, keep, coins = [], onCoin, onSwap } = props
  const [cardId, setCardId] = useState(first.id)
  const card = cards.find(({ id }) => id === cardId) ?? first
  const kind = kinds.find(({ id }) => id === card.cardTypeId)
  const move = useMove({ direction, cardId: card.id, onMoved: props.onMoved, before: props.before })
  if (!kind) {
    return (
      <Page title={title}>
        <TroubleNotice trouble={troubleOf({ ok: false, key: 'card_type_missing' })} />
      </Page>
    )
  }
  const { step, go, typed } = move
  const isUpTo = move.isUpTo && direction === 'toCard'
  const sum = isUpTo ? upTo(typed, card) : typed
  const plan = planOf({ direction, typed: sum, card, kind, wallet, keep })
  const offered = isUpTo ? offeredUpTo(plan, card) : { sums: quickSums(plan), max: plan.max }
  if (move.moved)
    return <MoveDone moved={move.moved} direction={direction} cardId={card.id} onAgain={move.again} />
  const walletEnd = { name: t('card.move.wallet'), available: wallet, currency: 'USDT' }
  const cardEnd = {
    name: cardTitle(card),
    available: card.available,
    currency: 'USD',
    choices: choicesOf(cards, coins),
    chosen: card.id,
    onChoose: (chosen: string) => {
      move.hush()
      if (coins.includes(chosen)) onCoin?.(chosen)
      else setCardId(chosen)
    },
  }
  const [from, to] = direction === 'toCard' ? [walletEnd, cardEnd] : [cardEnd, walletEnd]
  return (
    <Page
      title={title}
      footer={
        <Button isDisabled={plan.problem !== null} onPress={() => go('summary')}>
          {t('card.next')}
        </Button>
      }
    >
      <Ends from={from} to={to} onSwap={onSwap && (() => move.leave(onSwap))} />
      <TroubleNotice trouble={move.trouble} />
      <AmountEntry
        typed={typed}
        onInput={move.type}
        currency={direction === 'toCard' && !isUpTo ? 'USDT' : 'USD'}
        {...offered}
        onEnter={plan.problem === null ? () => go('summary') : undefined}
        chips={
          direction === 'toCard' && (
            <Chip isOn={isUpTo} onPress={move.switchUpTo}>
              {t('card.upTo')}
            </Chip>
          )
        }
      >
        {isUpTo && <UpToWords typed={typed} plan={plan} card={card} />}
        {(!isUpTo || plan.problem !== 'empty') && <MoveWords plan={plan} direction={direction} />}
      </AmountEntry>
      <MoveSheets {...{ step, go, plan, direction, card, title }} onAnswer={move.take} />
    </Page>
  )
}

/** Cards, and coins behind them. */
export function choicesOf(cards: Card[], coins: string[]): Choice[] {
  return [
    ...cards.map(card => ({ value: card.id, label: cardTitle(card) })),
    ...coins.map(coin => ({ value: coin, label: coin })),
  ]
}

interface MoveOf {
  direction: Direction
  cardId: string
  onMoved: () => void
  before: Before
}

/** What was typed, how far the move is, and what became of it. */
function useMove({ direction, cardId, onMoved, before }: MoveOf) {
  const [typed, setTyped, drop] = useKept(`move ${direction}`, '')
  const [aim, setAim, dropAim] = useKept(`aim ${direction}`, 'amount')
  const isUpTo = aim === 'upTo'
  const [step, go] = useState<Step>('typing')
  const [trouble, setTrouble] = useState(before.no)
  const [moved, setMoved] = useState<Moved | null>(null)

  function type(next: string) {
    if (step !== 'typing') return
    setTrouble(null)
    setTyped(next)
  }

  function take(reply: Awaited<ReturnType<typeof sendMove>>) {
    if (reply.ok) {
      drop()
      dropAim()
      setMoved(reply.data)
    } else if (isUnknown(reply)) return before.onUnknown()
    else setTrouble(moveTrouble(reply, { direction, cardId }))
    go('typing')
    onMoved()
  }

  function again() {
    setMoved(null)
    setTyped('')
  }

  /** What was said is about one card and one way. */
  const hush = () => setTrouble(null)

  /** For the other way the sum goes along, and is not kept for this one. */
  function leave(turn: () => void) {
    hush()
    drop()
    turn()
  }

  function switchUpTo() {
    type('')
    setAim(isUpTo ? 'amount' : 'upTo')
  }

  return { typed, isUpTo, switchUpTo, step, go, trouble, hush, leave, moved, type, take, again }
}

interface SheetsProps {
  step: Step
  go: (step: Step) => void
  plan: ReturnType<typeof planOf>
  direction: Direction
  card: Card
  title: string
  onAnswer: (reply: Awaited<ReturnType<typeof sendMove>>) => void
}

/** The summary, then the PIN: for what stood there when it was asked for, whatever becomes known meanwhile. */
function MoveSheets({ step, go, plan, direction, card, title, onAnswer }: SheetsProps) {
  const close = () => go('typing')
  const agreed = useRef({ plan, card })
  if (step === 'typing') agreed.current = { plan, card }
  const { amount, total } = agreed.current.plan
  return (
    <>
      <Sheet isOpen={step === 'summary'} title={t('card.move.confirm')} onClose={close}>
        <MoveSummary plan={agreed.current.plan} direction={direction} card={cardTitle(agreed.current.card)} />
        <Button onPress={() => go('pin')}>{t('card.move.withPin')}</Button>
      </Sheet>
      <Sheet isOpen={step === 'pin'} title={t('pin.title')} onClose={close}>
        <PinAsk
          movesMoney
          label={t('pin.label')}
          confirm={title}
          ask={pin => sendMove({ direction, cardId: agreed.current.card.id, amount, total, pin })}
          onAnswer={onAnswer}
        />
      </Sheet>
    </>
  )
}

interface Asked {
  direction: Direction
  cardId: string
  amount: string
  total: string
  pin: string
}

function sendMove({ direction, total, ...input }: Asked) {
  return direction === 'toCard'
    ? decide(convertToCardBalance, { ...input, total, currency: 'USDT' })
    : decide(convertToMasterBalance, { ...input, currency: 'USD' })
}
