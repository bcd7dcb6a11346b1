import { css } from 'goober'
import { useState } from 'react'
import { type Coin, format, parse } from '../../../../../contract/money.ts'
import { later } from '../../../../chunks/later.tsx'
import { duration } from '../../../../display/duration.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { loadWords, t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { dots } from '../../../../ui/dots.ts'
import { List } from '../../../../ui/list.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { Sheet } from '../../../../ui/sheet.tsx'
import { Progress } from '../../../../ui/steps.tsx'
import { when } from '../../../../ui/when.ts'
import { type Deposit, isMoving, keyed, type TransferIn } from './use-deposits.ts'

const FindDeposit = later(() =>
  Promise.all([import('./find-deposit.tsx'), loadWords('find')]).then(([part]) => part.FindDeposit),
)

const tones = {
  seen: 'info',
  confirming: 'info',
  credited: 'pos',
  below_min: 'warn',
  held: 'warn',
  orphaned: 'neg',
  lost: 'neg',
  found: 'info',
} as const

interface DepositListProps {
  of: TransferIn
  coin: Coin
  chain: string
  /** Of the card whose address it is. */
  last4?: string | undefined
}

/** Deposits to this address, newest first, each with where it stands and what comes next. */
export function DepositList({ of, coin, chain, last4 }: DepositListProps) {
  const { list } = of
  const [isSearching, search] = useState(false)
  const isAny = list.some(isMoving)
  const missing = missingOf(of, coin)
  return (
    <section class={box}>
      <h2>
        {t('wallet.in.latest')}
        <span class="cap" data-live>
          {t(isAny ? 'wallet.in.moving' : 'wallet.in.watching')}
        </span>
      </h2>
      <Notice tone="info" text={missing} />
      <DepositRows list={list} terms={of} last4={last4} />
      <p class="cap">{t('wallet.in.leave')}</p>
      <Button kind="quiet" onPress={() => search(true)}>
        {t('wallet.in.find')}
      </Button>
      <Sheet isOpen={isSearching} title={t('wallet.in.find')} onClose={() => search(false)}>
        <FindDeposit chain={chain} rowsOf={found => <DepositRows list={found} terms={of} last4={last4} />} />
      </Sheet>
    </section>
  )
}

interface DepositRowsProps extends Pick<DepositListProps, 'last4'> {
  list: readonly Deposit[]
  terms: Pick<TransferIn, 'expectedSeconds' | 'confirmations'>
}

/** Each deposit with where it stands and what comes next. */
function DepositRows({ list, terms, last4 }: DepositRowsProps) {
  const secondsEach = terms.expectedSeconds / Math.max(1, terms.confirmations)
  return (
    <div class={rows}>
      <List label={t('wallet.in.latest')}>
        {list.length === 0 && (
          <li>
            <p class="cap">{t('wallet.in.none')}</p>
          </li>
        )}
        {keyed(list).map(({ key, deposit }) => (
          <DepositRow key={key} of={deposit} last4={last4} secondsEach={secondsEach} />
        ))}
      </List>
    </div>
  )
}

/** What came in small parts, and how much more it takes until all of it is credited. */
function missingOf({ waiting, min }: TransferIn, currency: Coin): string | null {
  const [came, enough] = [parse(waiting, currency) ?? 0n, parse(min, currency) ?? 0n]
  if (came === 0n || came >= enough) return null
  return t('wallet.in.waiting', {
    waiting: ownAmount({ amount: waiting, currency, exact: true }),
    missing: ownAmount({ amount: format(enough - came, currency), currency, exact: true }),
  })
}

/** Where a deposit that is credited has gone: a card takes USDT, another coin stays in the wallet. */
export function whereItIs({ currency }: Deposit, last4: string | undefined): string {
  return last4 && currency === 'USDT' ? t('wallet.in.cardCredited', { last4 }) : t('wallet.in.creditedText')
}

interface DepositRowProps extends Pick<DepositListProps, 'last4'> {
  of: Deposit
  secondsEach: number
}

function DepositRow({ of, last4, secondsEach }: DepositRowProps) {
  const { amount, currency, status, confirms, required, time, billId, messageId } = of
  const counted = { confirms: Math.min(confirms, required), required }
  const left = duration(Math.ceil((required - counted.confirms) * secondsEach))
  const words =
    status === 'confirming' || status === 'seen' || status === 'found'
      ? t('wallet.in.left', { duration: left })
      : status === 'credited'
        ? whereItIs(of, last4)
        : t(`wallet.in.${status}Text`)
  return (
    <li>
      <p class="head">
        <strong>
          <Money sign={status === 'credited'} amount={amount} currency={currency} />
        </strong>
        <Chip tone={tones[status]}>{t(`wallet.in.${status}`, counted)}</Chip>
      </p>
      {isMoving(of) && <Progress value={counted.confirms} max={required} />}
      <p class="cap">{dots(when(time), words)}</p>
      {(status === 'held' || status === 'lost') && <a href={link('service')}>{t('wallet.in.service')}</a>}
      {messageId && <a href={link('message', { id: messageId })}>{t('wallet.in.toCard')}</a>}
      {billId && <a href={link('bill', { id: billId })}>{t('wallet.in.bill')}</a>}
    </li>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  & h2 {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: 0 12px;
    min-height: 36px;
    padding: 0 4px;
    font-size: 1.0625rem;
  }
  & [data-live] {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    font-weight: 400;
  }
  & [data-live]::before {
    content: "";
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--accent);
    animation: breathe 1.6s ease-in-out infinite;
  }
  & > p {
    padding: 0 4px;
  }
`

const rows = css`
  & li {
    display: grid;
    gap: 8px;
    padding: 14px 16px;
  }
  & .head {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: 4px 12px;
  }
  & strong {
    font-weight: 600;
  }
  & li a {
    display: flex;
    align-items: center;
    min-height: 44px;
    margin: -8px 0;
    font-size: .875rem;
    font-weight: 600;
    color: var(--accent);
  }
`
