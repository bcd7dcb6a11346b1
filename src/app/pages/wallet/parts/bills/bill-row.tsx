import { css } from 'goober'
import type { Bill } from '../../../../../contract/bill.ts'
import { declineWord } from '../../../../display/decline-word.ts'
import { NameText } from '../../../../display/name-text.tsx'
import { OwnWords } from '../../../../display/own-words.tsx'
import { t } from '../../../../state/locale.ts'
import { Chip } from '../../../../ui/chip.tsx'
import { dots } from '../../../../ui/dots.ts'
import { Row } from '../../../../ui/list.tsx'
import { Money } from '../../../../ui/money.tsx'
import { iconOf, kindOf, statusWord, titleOf } from './bill-words.ts'

const tones = {
  pending: 'info',
  done: 'pos',
  declined: 'neg',
  failed: 'neg',
  reversed: 'warn',
  expired: 'warn',
} as const

interface BillRowProps {
  bill: Bill
  /** When: a time within its day, a day elsewhere. */
  time: string
  /** Its state stands above it already. */
  isSaid?: boolean
  onOpen: (bill: Bill) => void
}

/** One bill; a press opens its trail. */
export function BillRow({ bill, time, isSaid = false, onOpen }: BillRowProps) {
  const { id, amount, currency, status } = bill
  const words = dots(status === 'declined' ? declineWord(bill.remark.reason ?? null) : kindOf(bill), time)
  return (
    <Row
      icon={iconOf(bill)}
      {...(tones[status] === 'neg' ? { tone: 'neg' as const } : {})}
      title={<NameText of={titleOf(bill)} />}
      note={
        <>
          {status === 'done' || isSaid ? (
            words
          ) : (
            <span class={line}>
              <State of={bill} />
              {words}
            </span>
          )}
          <OwnWords text={bill.note} />
        </>
      }
      value={<BillAmount of={bill} isBare />}
      valueNote={isFree(bill) ? undefined : currency}
      onPress={() => onOpen(bill)}
      key={id + amount}
    />
  )
}

/** A card in place of a lost one: nothing is charged, whatever becomes of it. */
export function isFree({ type, remark }: Bill): boolean {
  return type === 'openCard' && remark.replaces !== undefined
}

/** Where it stands, in a word. */
export function State({ of: bill }: { of: Bill }) {
  return <Chip tone={tones[bill.status]}>{statusWord(bill)}</Chip>
}

/** The sum with its sign; struck through when it did not move, grey while it has not. */
export function BillAmount({ of: bill, isBare = false }: { of: Bill; isBare?: boolean }) {
  const { amount, currency, status } = bill
  if (isFree(bill)) return <span class={still}>{t('wallet.bill.free')}</span>
  const money = (
    <Money sign={status === 'done'} amount={amount} currency={currency} bare={isBare} exact={!isBare} />
  )
  if (status === 'done') return money
  return status === 'pending' ? <span class={still}>{money}</span> : <s class={still}>{money}</s>
}

const line = css`
  display: inline-flex;
  flex-wrap: wrap;
  gap: 2px 8px;
  align-items: center;
  padding-top: 2px;
`
const still = css`
  color: var(--text-2);
  &:is(s) {
    color: var(--text-3);
  }
`
