import type { ComponentChildren } from 'preact'
import { useState } from 'react'
import type { Call, Output } from '../../../../../contract/call.ts'
import { type Card, cards } from '../../../../../contract/card.ts'
import {
  convertToCardBalance,
  convertToMasterBalance,
  masterBudgetBalance,
} from '../../../../../contract/wallet.ts'
import { decide, type Undecided, undecided } from '../../../../decision/decision.ts'
import { UnknownPage } from '../../../../decision/unknown-page.tsx'
import { keepDraft } from '../../../../forms/draft.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import type { Reply, Sent } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { isUnknown, plainTrouble, type Trouble } from '../../../../trouble/trouble.ts'
import { Money } from '../../../../ui/money.tsx'
import { cardTitle } from '../card-tile.tsx'
import { moveTrouble } from '../trouble.ts'
import { ConvertDone, type Converted } from './convert-done.tsx'
import { MoveDone, type Moved } from './move-result.tsx'

/** What a form is told of the earlier request. */
export interface Before {
  /** Why the earlier request was not done. */
  no: Trouble | null
  /** Called when what the form sent got no answer. */
  onUnknown: () => void
}

type Open =
  | { way: 'toCard'; sent: Undecided<typeof convertToCardBalance> }
  | { way: 'toWallet'; sent: Undecided<typeof convertToMasterBalance> }
type Answer = Reply<typeof convertToCardBalance> | Reply<typeof convertToMasterBalance>

interface Ended {
  open: Open
  moved: Moved | Converted
}

interface AnswerFirstProps {
  /** Undefined while they are not known. The earlier request names one of them. */
  cards: Card[] | undefined
  /** Something may have moved: figures are to be read again. */
  onMoved: () => void
  children: (before: Before) => ComponentChildren
}

/** Nothing new moves between wallet, coins and cards while what was sent before is without an answer. */
export function AnswerFirst({ cards, onMoved, children }: AnswerFirstProps) {
  const [open, setOpen] = useState(oldest)
  const [ended, end] = useState<Ended | null>(null)
  const [no, setNo] = useState<Trouble | null>(null)
  const look = () => setOpen(oldest())

  function take(reply: Answer) {
    if (!open || isUnknown(reply)) return
    keepDraft(draftName(open), reply.ok ? null : { text: open.sent.amount })
    setNo(troubleIn(reply, open))
    if (reply.ok) end({ open, moved: reply.data })
    look()
    onMoved()
  }

  if (ended) return <End of={ended} onAgain={() => end(null)} />
  if (open)
    return <Unanswered key={open.sent.requestId} open={open} cards={cards} onAnswer={take} onDropped={look} />
  return children({ no, onUnknown: look })
}

function oldest(): Open | null {
  const [toCard] = undecided(convertToCardBalance)
  if (toCard) return { way: 'toCard', sent: toCard }
  const [toWallet] = undecided(convertToMasterBalance)
  return toWallet ? { way: 'toWallet', sent: toWallet } : null
}

interface UnansweredProps {
  open: Open
  cards: Card[] | undefined
  onAnswer: (reply: Answer) => void
  onDropped: () => void
}

/** What was sent, and asking again: with the same key, so that it never happens twice. */
function Unanswered({ open, cards, onAnswer, onDropped }: UnansweredProps) {
  const { way, sent } = open
  const card = cards?.find(({ id }) => id === sent.cardId)
  return (
    <UnknownPage
      title={titleOf(open)}
      requestId={sent.requestId}
      items={[
        { label: t('card.amount'), value: <Money exact amount={sent.amount} currency={sent.currency} /> },
        card !== undefined && {
          label: t(way === 'toCard' ? 'card.move.to' : 'card.move.from'),
          value: cardTitle(card),
        },
        way === 'toCard' &&
          sent.total !== undefined && {
            label: t('card.total'),
            value: <Money exact amount={sent.total} currency="USDT" />,
            isTotal: true,
          },
      ]}
      ask={pin => askAgain(open, pin)}
      onAnswer={onAnswer}
      onDropped={onDropped}
    />
  )
}

function askAgain(open: Open, pin: string): Promise<Answer> {
  return open.way === 'toCard'
    ? decide(convertToCardBalance, { ...open.sent, pin })
    : decide(convertToMasterBalance, { ...open.sent, pin })
}

/** It may have been done long ago, so the balances shown are read now. */
function End({ of: { open, moved }, onAgain }: { of: Ended; onAgain: () => void }) {
  const { cardId, currency } = open.sent
  const card = useFresh(cards, { pageSize: 50, page: 1 })?.list.find(({ id }) => id === cardId)
  const wallet = useFresh(masterBudgetBalance, {})
  const now = { cardAvailable: card?.available, walletAvailable: wallet?.available }
  return cardId ? (
    <MoveDone moved={moved} direction={open.way} cardId={cardId} now={now} onAgain={onAgain} />
  ) : (
    <ConvertDone coin={currency} converted={moved as Converted} now={now} onAgain={onAgain} />
  )
}

/** What was read since this came onto the screen; null before, whatever was known. */
function useFresh<C extends Call>(call: C, input: Sent<C>): Output<C> | null {
  const [since] = useState(() => new Date())
  const { data, at } = useLoad(call, input)
  return at && at >= since ? data : null
}

function titleOf({ way, sent }: Open): string {
  if (way === 'toCard') return t('card.move.toCard')
  return t(sent.cardId ? 'card.move.toWallet' : 'card.convert.title')
}

/** The name under which the form keeps what was typed. */
function draftName(open: Open): string {
  const { cardId, currency } = open.sent
  return cardId ? `move ${open.way}` : `convert ${currency}`
}

function troubleIn(reply: Answer, open: Open): Trouble | null {
  const { cardId, currency } = open.sent
  if (cardId) return moveTrouble(reply, { direction: open.way, cardId })
  if (!reply.ok && reply.key === 'quote_expired') return { text: t('card.convert.expired'), mend: null }
  return plainTrouble(reply, { currency })
}
